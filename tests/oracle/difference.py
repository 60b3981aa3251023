# SPDX-License-Identifier: Apache-2.0
"""What differs between the program and the reference."""

from decimal import Decimal


class Difference:
    """Collects what differs, so that one run tells all."""

    def __init__(self, what):
        self.what, self.found = what, []

    def same(self, key, got, want):
        if got != want:
            self.found.append(f"{self.what}: {key}: got {got}, want {want}")

    def near(self, key, got, want, relative=0.0, absolute=0.0):
        if got is None or want is None:
            self.same(key, got, want)
        elif abs(got - want) > max(relative * abs(want), absolute):
            self.found.append(f"{self.what}: {key}: got {got!r}, want {want!r}")


def ns(us):
    """Microseconds of the reference (float or decimal text), exact in ns."""
    return None if us is None else round(Decimal(str(us)) * 1000)
