# SPDX-License-Identifier: Apache-2.0
"""What hands do at random: a seed makes a list of events, the same each time. Pure: nothing is sent from here.

An event is a tuple, its kind first:

    key NAMES                                    "ctrl+shift+f"
    hold NAMES SECONDS                           pressed for a while
    write ENTRY TEXT END                         a key that opens an entry, what is typed there, a key that ends it
    click PLACE BUTTON TIMES MODIFIER
    drag PLACE PLACE BUTTON MODIFIER STEPS MIDST MIDST: a key that is pressed, or "resize", half way; ""
    wheel PLACE BUTTON NOTCHES MODIFIER
    move PLACE
    resize WIDTH HEIGHT
    reopen                                       the profile, which may have been unloaded

A place is a part of the window's width and height, so that it means the same at any size; it may lie outside.
"""

import os
import random
import re

TABLES = ("widgets/timeline/scene/timeline_command_table.c", "app/commands/window_action_table.c")
TABLE_LINE = re.compile(r"^  (?:\[\w+\]\s*=\s*)?\{ .*\{ (?P<keys>[^{}]*) \} \},$", re.M)
GTK_MODIFIERS = {"Control": "ctrl", "Shift": "shift", "Alt": "alt"}

LEAVES = ("ctrl+q",)

# What comes so many events after a key: or all the rest would be done to what the key has opened.
OPENS = ("ctrl+k", "ctrl+shift+p", "ctrl+p", "F1", "question", "ctrl+question", "ctrl+comma", "F10", "ctrl+f", "slash",
         "ctrl+s", "ctrl+shift+f", "ctrl+g", "ctrl+i", "Menu", "shift+F10")
FOLLOWING = {
    **{("key", key): (("key", "Escape"), 2) for key in OPENS},
    ("key", "ctrl+w"): (("reopen",), 6),
    ("key", "alt+1"): (("key", "alt+2"), 6),
}
# What takes long to come back from.
SELDOM = ("ctrl+n", "ctrl+o", "ctrl+shift+o", "ctrl+w", "F11")

FOCUS_KEYS = ("Tab", "shift+Tab", "Return", "space", "Escape", "Home", "End", "Menu", "shift+F10", "Delete", "BackSpace",
              "Up", "Down", "Left", "Right")
HELD = ("w", "s", "a", "d", "Left", "Right", "Page_Down", "Page_Up")
MODIFIERS = ("", "", "", "ctrl", "shift", "alt", "ctrl+shift")

SEARCHED = ("nccl", "gemm", "a", "memcpy", "zzzz", ".*", "(", "[a-z]+Kernel", "cuda|hip", "add f32", "%s", "<b>", "\\",
            "kernel_kernel_kernel_kernel_kernel_kernel", "0", " ")
TIMES = ("12 ms", "0", "-5 s", "1e9", "step 2", "step 99999", "1.5 s 3 us", "99999999999999999999", "now", "12:03")
COMMANDS = ("expand", "collapse", "hidden rows", "all connections", "compare", "information", "sample", "annotation",
            "read the file", "export", "import", "slowest", "marker", "bookmark", "preferences", "about", "full screen")
ROWS = ("stream", "GPU", "zzz", "thread", "main", "7")

# Left, top, right, bottom of what a window of 1280x800 has.
REGIONS = (
    (60, (0.19, 0.20, 0.99, 0.72)),  # rows
    (8, (0.00, 0.20, 0.19, 0.72)),   # their names
    (9, (0.19, 0.11, 0.99, 0.20)),   # overview, ruler
    (10, (0.00, 0.73, 1.00, 1.00)),  # details
    (6, (0.00, 0.06, 1.00, 0.11)),   # scope
    (3, (0.00, 0.00, 0.94, 0.06)),   # header, without what closes the window
    (4, (-0.05, 0.06, 1.05, 1.05)),  # beyond the edge
)

SMALLEST, LARGEST = (960, 600), (1280, 800)


def bindings(source):
    """All keys of all presets of all commands, as of the tables in the source."""
    found = []
    for table in TABLES:
        with open(os.path.join(source, table), encoding="utf-8") as file:
            lines = TABLE_LINE.findall(file.read())
        if len(lines) < 10:
            raise ValueError(f"{table}: its lines no longer have the form that this test reads")
        for line in lines:
            for accelerators in re.findall(r'"([^"]*)"', line):
                found += [from_accelerator(accelerator) for accelerator in accelerators.split()]
    return tuple(dict.fromkeys(name for name in found if name not in LEAVES))


def from_accelerator(text):
    """"<Control><Shift>f" as "ctrl+shift+f"."""
    modifiers = [GTK_MODIFIERS[name] for name in re.findall(r"<(\w+)>", text)]
    return "+".join([*modifiers, re.sub(r"<\w+>", "", text)])


class Sequence:
    """Iterates over n events of a seed; fewer of the same seed are the begin of more."""

    def __init__(self, seed, n, keys):
        self._random, self._n = random.Random(seed), n
        self._seldom = [key for key in keys if key in SELDOM]
        self._often = [key for key in keys if key not in SELDOM]
        self._kinds = ((42, self._key), (5, self._hold), (6, self._write), (14, self._click), (12, self._drag),
                       (14, self._wheel), (4, self._move), (3, self._resize))

    def __iter__(self):
        due = {}
        for i in range(self._n):
            event = due.pop(i) if i in due else self._pick(self._kinds)()
            follow, after = FOLLOWING.get(event[:2], (None, 0))
            if follow is not None:
                due.setdefault(i + after, follow)
            yield event

    def _pick(self, weighted):
        return self._random.choices([value for _, value in weighted], [weight for weight, _ in weighted])[0]

    def _place(self):
        left, top, right, bottom = self._pick(REGIONS)
        return (round(self._random.uniform(left, right), 4), round(self._random.uniform(top, bottom), 4))

    def _key(self):
        keys = self._pick(((88, self._often), (2, self._seldom), (10, FOCUS_KEYS)))
        return ("key", self._random.choice(keys))

    def _hold(self):
        return ("hold", self._random.choice(HELD), round(self._random.uniform(0.05, 0.4), 2))

    def _write(self):
        opens, texts, end = self._random.choice((
            ("ctrl+f", SEARCHED, "Return"), ("slash", SEARCHED, "Escape"), ("ctrl+g", TIMES, "Return"),
            ("ctrl+shift+f", ROWS, "Escape"), ("ctrl+k", COMMANDS, "Return"), ("ctrl+k", COMMANDS, "Escape")))
        return ("write", opens, self._random.choice(texts), end)

    def _click(self):
        return ("click", self._place(), self._pick(((80, 1), (5, 2), (15, 3))), self._pick(((75, 1), (20, 2), (5, 3))),
                self._random.choice(MODIFIERS))

    def _drag(self):
        midst = self._pick(((85, ""), (8, "Escape"), (4, "f"), (3, "resize")))
        return ("drag", self._place(), self._place(), self._pick(((80, 1), (20, 2))), self._random.choice(MODIFIERS),
                self._random.randint(1, 14), midst)

    def _wheel(self):
        return ("wheel", self._place(), self._random.choice((4, 5, 4, 5, 6, 7)), self._random.randint(1, 6),
                self._random.choice(MODIFIERS))

    def _move(self):
        return ("move", self._place())

    def _resize(self):
        return ("resize", *(self._random.randint(low, high) for low, high in zip(SMALLEST, LARGEST)))
