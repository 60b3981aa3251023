# SPDX-License-Identifier: Apache-2.0
"""Numbers as the window writes them, in the user's locale, and back."""

import locale
import math
import re

locale.setlocale(locale.LC_ALL, "")
_DECIMAL = locale.localeconv()["decimal_point"]
_SPACES = "\u00a0\u202f "

UNITS_NS = {"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9}
DURATION = re.compile(r"(-?[0-9][0-9.,'\u00a0\u202f]*)[\u00a0\u202f ](ns|µs|ms|s)\b")


def percent(share, decimals=1):
    """A pattern for a percentage, 0 to 100."""
    return re.escape(f"{share:.{decimals}f}".replace(".", _DECIMAL)) + f"[{_SPACES}]%"


def count(number):
    """A pattern for a whole number with whatever parts its thousands."""
    return re.sub(r"(?<=\d)(?=(?:\d{3})+$)", lambda _: f"[.,'{_SPACES}]?", str(number))


def number(text):
    """A number of the window as a float."""
    for part in _SPACES + "'" + (",." if _DECIMAL == "." else ".").replace(_DECIMAL, ""):
        text = text.replace(part, "")
    return float(text.replace(_DECIMAL, "."))


def durations_ns(text):
    """All durations in a text, in its order."""
    return [number(value) * UNITS_NS[unit] for value, unit in DURATION.findall(text)]


def duration_ns(text, i):
    """The duration number i of a text, or not a number where it has fewer: while something is waited for, the text may
    have none yet."""
    figures = durations_ns(text)
    return figures[i] if i < len(figures) else math.nan


def close(a, b, share=0.002):
    """Equal to four significant digits, which is what the window shows."""
    return abs(a - b) <= share * max(abs(a), abs(b))
