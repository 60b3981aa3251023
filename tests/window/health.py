# SPDX-License-Identifier: Apache-2.0
"""Scenarios: what was lost of a file, and what else is wrong with it, is said where it matters and can be read up."""

import gzip
import json
import os
import re

import clipboard
import figures
import training
from keyboard import check_names
from scenario import scenario

NEVER = {"ph": "X", "cat": "cpu_op", "name": "never", "pid": 1, "tid": 1, "ts": "soon", "dur": 1}
ENDLESS = {"ph": "X", "cat": "cpu_op", "name": "endless", "pid": 1, "tid": 1, "ts": training.EPOCH_US, "dur": []}

LOST = "15 of 43 events could not be read; every number here is without them."
NO_TIME = ("Data lost: The time of events is missing, not a number or out of range (12 of 43 events). They were "
           "skipped, and no number includes them. First at byte {} of the uncompressed text of lost.json. Report this "
           "to the makers of the program that wrote the file.")
MARKUP = "<b>&amp;_rank1.json"


def lost_text():
    """26 events that are read, 15 that are not, and two empty objects."""
    return json.dumps({"traceEvents": training.events() + [NEVER] * 12 + [ENDLESS] * 3 + [{}] * 2})


def rows(app):
    """The names of the rows of health, top down."""
    return [node.name for node in app.root.matching("list item", re.compile("^(Data lost|Error|Warning|Note): "))]


@scenario("health: a banner, the pill and the scope bar report lost events; Show Details lists each kind",
          sanitized=True)
def lost(stage):
    text = lost_text()
    path = stage.write("lost.json", text)
    with stage.app(path) as app:
        app.find(name=LOST)
        app.find("button", "Health: 15 lost")
        app.find(name=re.compile("24 slices, 15 of 43 events lost$"))
        app.press("button", "Show Details")
        before, _, behind = NO_TIME.partition("{}")
        first = re.compile("^" + re.escape(before) + figures.count(text.index(json.dumps(NEVER))) + re.escape(behind)
                           + "$")
        row = app.find("list item", first)
        app.wait("the first row has the keyboard", lambda: app.focused() == row)
        found = rows(app)
        kinds = [name.partition(": ")[0] for name in found]
        if kinds != ["Data lost", "Data lost", "Note"] or "(3 of 43 events)" not in found[1]:
            raise AssertionError(f"The wrong health rows are shown: {found}")
        check_names(app, "health")
        app.press("button", "Back")
        app.find(name=LOST)
        app.press("button", "Dismiss")
        app.wait_gone(name=LOST)
        app.find("button", "Health: 15 lost")


@scenario("health: arrows walk from row to row, Ctrl+C copies one, a button all of them for a report")
def copied(stage):
    text = lost_text()
    path = stage.write("lost.json", text)
    with stage.app(path) as app:
        app.find(name=LOST)
        app.press("button", "Show Details")
        app.find("list item", re.compile("12 of 43 events"))
        app.wait("the keyboard on a row", lambda: "12 of 43 events" in app.focused().name)
        app.screen.key("Down")
        app.wait("the second row", lambda: "(3 of 43 events)" in app.focused().name)
        app.screen.key("ctrl+c")
        app.wait("the row on the clipboard", lambda: clipboard.text(app.desktop) == app.focused().name)
        app.press("button", "Copy all rows as text, for a report")
        lines = app.wait("a report", lambda: (clipboard.text(app.desktop) or "").startswith("lost.json (")
                         and clipboard.text(app.desktop).splitlines())
        if lines[1] != "26 events read, 17 skipped, 1 files" or len(lines) != 7:
            raise AssertionError(f"The report is wrong: {lines}")
        head, row = lines[3].split("\t"), lines[4].split("\t")
        if dict(zip(head, row)) != {
                "severity": "data_loss", "id": "event.time_invalid", "count": "12", "of": "43",
                "first byte": str(text.index(json.dumps(NEVER))), "file": "lost.json",
                "message": "The time of events is missing, not a number or out of range; they were skipped, and no "
                           "number includes them."}:
            raise AssertionError(f"The report has a wrong row: {head} {row}")
        app.screen.key("Escape")
        app.find("image", "Summary")


@scenario("health: a clean file only reports that all of it was read")
def clean(stage):
    path = stage.write_trace("clean.json", training.events())
    with stage.app(path) as app:
        app.find(name=re.compile("24 slices, none lost$"))
        if app.has("button", re.compile("^Health")) or app.has("button", "Show Details"):
            raise AssertionError("A profile without losses has a health pill or banner")
        app.screen.key("ctrl+i")
        app.find(name="Every event of the file was read; nothing had to be repaired.", anywhere=True)


@scenario("health: a repair without a loss is a note, without a banner", sanitized=True)
def notes(stage):
    path = stage.write("notes.json", json.dumps({"traceEvents": training.events() + [{}] * 2})[:-2] + ",]}")
    with stage.app(path) as app:
        app.find(name=re.compile("24 slices, none lost$"))
        pill = app.find("button", "Health: 2 notes")
        if app.has("button", "Show Details"):
            raise AssertionError("A banner is shown although nothing was lost")
        app.click(pill)
        app.find("list item", re.compile(r"^Note: There are empty objects .* \(2 of 28 events\)"))


@scenario("health: a file that ends early, and a cut or damaged compressed file, report the effect")
def cut(stage):
    text = json.dumps({"traceEvents": training.events()})
    path = stage.write("cut.json", text[:text.index("tail_9")])
    with stage.app(path) as app:
        app.find(name="The file ends early; the last step in it is step 9. Everything before its end was read; the "
                      "missing events may lie at any time.")
        app.find("button", "Health: Cut short")
        app.find(name=re.compile("the file ends early$"))

    packed = bytearray(gzip.compress(json.dumps({"traceEvents": training.events() * 200}).encode()))
    whole = stage.path("cut.json.gz")
    with open(whole, "wb") as file:
        file.write(packed[:len(packed) * 2 // 3])
    with stage.app(whole) as app:
        app.find(name=re.compile("^The file ends early"))
        app.press("button", "Show Details")
        app.find("list item", re.compile("^Data lost: The compressed file ends early"))

    middle = len(packed) // 2
    packed[middle:middle + 64] = b"\xff" * 64
    damaged = stage.path("damaged.json.gz")
    with open(damaged, "wb") as file:
        file.write(packed)
    with stage.app(damaged) as app:
        app.find(name=re.compile("The compressed file is damaged. Everything before the damage was read, nothing after"))
        app.press("button", "Show Details")
        app.find("list item", re.compile("^Data lost: The compressed data is damaged"))


@scenario("health: a folder reports which file could not be read, and which rank lost events")
def folder(stage):
    path = stage.path("ranks")
    os.mkdir(path)
    for rank, events in enumerate((training.events(), training.events() + [NEVER])):
        stage.write_trace(os.path.join("ranks", "rank0.json" if rank == 0 else MARKUP), events,
                          distributedInfo={"rank": rank, "world_size": 3})
    os.symlink("/proc/self/mem", os.path.join(path, "rank2.json"))  # reading it fails, even for root
    with stage.app(path) as app:
        app.find(name="1 of 53 events could not be read; every number here is without it. 1 of 3 files could not be "
                      "read; its rank is missing from every number here.")
        app.press("button", "Show Details")
        app.find("list item", re.compile(r"^Data lost: Files of the directory could not be read \(1 of 3 files\)\..*"
                                         r"First in rank2\.json\."))
        app.find(name=re.compile("^First in rank 1, at byte [0-9.,]+ of the uncompressed text of " + re.escape(MARKUP)))
