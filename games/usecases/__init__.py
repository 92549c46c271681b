"""Use-cases: one module for each thing that a person or the clock can do.

Each takes and returns plain objects, does its database work in one transaction, and pushes
to sockets only after commit.
"""
