# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the report of the shown profile, or of what is compared, saved from the main menu."""

import os
import re
import subprocess

import training
from compare_page import headline_of, two_runs
from file_dialog import FileDialog
from scenario import scenario


def save(app, path):
    def show():
        app.press("button", "Main menu")
        app.press("menu item", "Save Report…")
        app.wait_gone("menu item", "Save Report…")

    FileDialog(app, show).give(path)


def read(path):
    with open(path, "rb") as file:
        return file.read()


@scenario("reports: the menu saves the one that the command line makes, as HTML, PDF or Markdown, and says so", sanitized=True)
def saved(stage):
    run = stage.write_trace("run.json", training.events())
    with stage.app(run) as app:
        app.find("button", "Profile: run")
        for ending in ("html", "pdf", "md"):
            path = stage.path("saved." + ending)
            save(app, path)
            app.find("label", f"Report saved as saved.{ending}")
            app.find("button", "Open", anywhere=True)
            subprocess.run([stage.program, "report", run, "-o", stage.path("expected." + ending)], check=True)
            # The window calls a profile without the ending of its file.
            one, other = read(path), read(stage.path("expected." + ending))
            if ending == "md" and one.replace(b"run.json", b"run") != other.replace(b"run.json", b"run"):
                raise AssertionError("The window and the command line make different reports")
            if not 0.9 < len(one) / len(other) < 1.1:
                raise AssertionError(f"{ending}: {len(one)} and {len(other)} bytes")


@scenario("reports: a name that says nothing, and a folder that cannot be written to, are told; the old report stays")
def refused(stage):
    run = stage.write_trace("run.json", training.events())
    with stage.app(run) as app:
        app.find("button", "Profile: run")
        save(app, stage.path("report.doc"))
        app.find("label", "The report was not saved: The name of a report ends in .md, .html or .pdf")
        if os.path.exists(stage.path("report.doc")):
            raise AssertionError("A file of no kind was written")


@scenario("reports: on the Compare page it is the one of the comparison")
def compared(stage):
    with stage.app(*two_runs(stage)) as app:
        app.find(name="Summary")
        app.press("button", "Main menu")
        app.press("menu item", "Compare Profiles")
        app.wait("the headline", lambda: headline_of(app))
        path = stage.path("comparison.html")
        save(app, path)
        app.find("label", "Report saved as comparison.html")
        title = re.search(rb"<h1>([^<]*)</h1>", read(path)).group(1)
        if not title.startswith(b"Comparison of ") or b"From one step time to the other" not in read(path):
            raise AssertionError(title)
