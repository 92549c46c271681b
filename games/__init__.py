"""The one app of Aton: engine, store, use-cases and web (docs/architecture.md)."""
