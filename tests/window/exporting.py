# SPDX-License-Identifier: Apache-2.0
"""Scenarios: reports that only NVIDIA's nsys reads, exported by a program that does what nsys does."""

import json
import os
import re

import training
from file_dialog import FileDialog
from scenario import scenario

# What it does next is in the file "mood".
NSYS = """#!/bin/sh
for word; do case $word in --output=*) out=${word#--output=};; esac; done
case $(cat "FOLDER/mood") in
well) printf '[=    10%%\\r'; cp "FOLDER/exported" "$out"; printf '[====100%%]\\n';;
badly) printf '[=    10%%\\r'; echo 'Importer error: the report is <b>damaged</b> & short' >&2; exit 1;;
never) printf '[==   37%%\\r'; echo half > "$out"; sleep 600 & echo $! > "FOLDER/child"; wait;;
esac
"""


def lives(process):
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as file:
            return ") Z" not in file.read()
    except OSError:
        return False


def hidden(folder):
    return [name for name in os.listdir(folder) if name.startswith(".")]


@scenario("opening: a report of Nsight Systems is exported by nsys to a place of the user's choice, and opens",
          sanitized=True)
def export(stage):
    folder = stage.path("exporting")
    os.makedirs(os.path.join(folder, "bin"))
    os.makedirs(os.path.join(folder, "mine"))
    mood = lambda word: stage.write("exporting/mood", word)  # noqa: E731
    report = stage.write("exporting/it's one.nsys-rep", "NVIDIA Tegra Profiler Report 2025@5")
    stage.write("exporting/exported", json.dumps({"schemaVersion": 1, "deviceProperties": training.DEVICES,
                                                  "traceEvents": training.events()}))
    os.chmod(stage.write("exporting/bin/nsys", NSYS.replace("FOLDER", folder)), 0o700)
    mine, target = os.path.join(folder, "mine"), os.path.join(folder, "mine", "chosen.sqlite")
    with stage.app(report, PATH=os.path.join(folder, "bin") + ":" + os.environ["PATH"]) as app:
        def begin():
            FileDialog(app, lambda: app.press("button", "Export and Open…")).give(target)

        app.find(name=re.compile(r"Cannot open it's one\.nsys-rep"))
        app.find(name=re.compile(r"nsys export --type sqlite '.*it'\\''s one\.nsys-rep'"))
        mood("never")
        begin()
        app.find(name="Exporting it's one.nsys-rep")
        app.find("progress bar", "Progress", anywhere=True)
        app.wait("nsys runs", lambda: os.path.exists(os.path.join(folder, "child")) and hidden(mine))
        app.press("button", "Cancel")
        app.wait_gone(None, "Exporting it's one.nsys-rep")
        with open(os.path.join(folder, "child"), encoding="ascii") as file:
            child = int(file.read())
        app.wait("nsys and its children are gone", lambda: not lives(child) and not hidden(mine))
        if os.listdir(mine):
            raise AssertionError(f"A cancelled export left {os.listdir(mine)}")

        mood("badly")
        begin()
        app.find(name="Cannot export it's one.nsys-rep")
        app.find(name=re.compile("the report is <b>damaged</b> & short"))
        app.screen.key("Escape")
        app.wait_gone(None, "Cannot export it's one.nsys-rep")

        mood("well")
        begin()
        app.find("image", "Summary", re.compile("busy"))
        app.wait("the name in the title", lambda: "chosen" in app.title())
        if os.listdir(mine) != ["chosen.sqlite"]:
            raise AssertionError(f"The export left {os.listdir(mine)}")
