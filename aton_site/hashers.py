"""Password hashing by argon2-cffi, tuned so that sign-ins do not slow running matches."""

import threading

from django.contrib.auth.hashers import Argon2PasswordHasher

_one_at_a_time = threading.Lock()


class OneLaneArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id in one lane and one thread.

    The library's eight lanes take every core for the length of a hash: with them, two
    sign-ins a second made a match's slowest decisions six times as slow.
    """

    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Return the encoded hash of `password`."""
        with _one_at_a_time:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Whether `password` is the one that `encoded` was made from."""
        with _one_at_a_time:
            return super().verify(password, encoded)
