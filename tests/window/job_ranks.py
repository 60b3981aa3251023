# SPDX-License-Identifier: Apache-2.0
"""Scenarios: from the profile of a job, merged from summaries, to the trace of one of its ranks."""

import json
import os
import re
import subprocess
import sys

from commands import CommandList
from figures import count
from file_dialog import FileDialog
from scenario import scenario
from tables_page import Table, tables_of

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "oracle"))
import simulated_job  # noqa: E402


def merged(stage, traces):
    """Returns the profile of a job whose traces are in a folder."""
    os.makedirs(traces, exist_ok=True)
    simulated_job.write(traces, 4, 4, cause="dataloader")
    summaries = []
    for name in sorted(os.listdir(traces)):
        summaries.append(stage.path(name.split(".")[0] + ".summary"))
        subprocess.run([stage.program, "summarize", os.path.join(traces, name), "-o", summaries[-1]], check=True, timeout=120)
    path = stage.path("merged.stepscope")
    subprocess.run([stage.program, "merge", *summaries, "-o", path], check=True, timeout=120)
    return path


@scenario("job: the trace of the rank in view opens at its step, from where it was summarised", sanitized=True)
def open_rank(stage):
    traces = stage.path("rank_traces")
    job = merged(stage, traces)
    with stage.app(job) as app:
        app.find("button", "Profile: merged")
        app.screen.key("alt+2")
        app.find(name=re.compile("^This job was merged from summaries"))
        for _ in range(2):  # The first one shows the step in the middle of the view.
            app.press("button", "Next step")
        step = app.find(name=re.compile(r"^Step 11 \(12 of 20\)")).name
        app.press("button", "Open This Rank")
        app.find("button", re.compile("^Profile: rank0"))
        app.find(name=re.compile(re.escape(step)))


@scenario("job: a trace that is not where it was is found beside the job, or asked for")
def open_moved_rank(stage):
    traces = stage.path("moved_traces")
    job = merged(stage, traces)
    aside = stage.path("moved_aside")
    os.makedirs(aside, exist_ok=True)
    names = sorted(os.listdir(traces))
    for name in names:
        os.rename(os.path.join(traces, name), os.path.join(os.path.dirname(job), name))
    with stage.app(job) as app:
        app.find("button", "Profile: merged")
        commands = CommandList(app)
        commands.type("trace of this rank")
        commands.wait_marked("Open the trace of this rank")
        app.screen.key("Return")
        app.find("button", re.compile("^Profile: rank0"))
    for name in names:
        os.rename(os.path.join(os.path.dirname(job), name), os.path.join(aside, name))
    with stage.app(job) as app:
        app.find("button", "Profile: merged")
        dialog = FileDialog(app, lambda: app.press("button", "Open This Rank"))
        dialog.give(os.path.join(aside, names[0]))
        app.find("button", re.compile("^Profile: rank0"))


# The panes of a job's dashboard; all others are made of slices, of which a job has few.
PANES = ["Summary", "GPU active time", "Time spent by all GPU kernels", "Time spent by the top 15 GPU kernels",
         "Launch counts of all GPU kernels", "Launch counts of the top 15 GPU kernels", "Step time distribution",
         "Kernel precision distribution", "GPU memory operations distribution", "Communication and computation",
         "Step time breakdown", "Ranks and steps", "Ranks that others wait for", "Message size and bandwidth",
         "Bandwidth between ranks"]


def dashboard(stage, path, title):
    """Returns the texts of the panes of a profile, by their titles."""
    with stage.app(path) as app:
        app.find("button", f"Profile: {title}")
        app.find("image", "Ranks that others wait for", re.compile("Rank"), anywhere=True)
        nodes = app.root.matching("image", re.compile("^[A-Z]"), re.compile("."))
        return {node.name: node.description for node in nodes}


@scenario("job: its dashboard shows what that of all its traces shows, and nothing of slices alone")
def job_dashboard(stage):
    traces = stage.path("dashboard_traces")
    job = dashboard(stage, merged(stage, traces), "merged")
    folder = dashboard(stage, traces, "dashboard_traces")
    # Its rules of findings are those that need no slices: all others have no data.
    if sorted(job) != sorted([*PANES, "Findings"]) or not re.search("[0-9]+ rules had no data", job["Findings"]):
        raise AssertionError(f"The dashboard of the job has {sorted(job)}")
    for title in PANES:
        if job[title] != folder[title]:
            raise AssertionError(f"{title}: the job has {job[title]}, the traces have {folder[title]}")


@scenario("job: its table of kernels is that of all ranks, and tables of slices say what is missing")
def job_tables(stage):
    job = merged(stage, stage.path("table_traces"))
    kernels = json.loads(subprocess.run([stage.program, "stats", job, "--report", "kernels", "--json"], check=True,
                                        capture_output=True, timeout=60).stdout)["kernels"]
    with stage.app(job) as app:
        table = tables_of(app)
        table.wait_names("a row for each kernel", lambda names: len(names) == len(kernels))
        for row, kernel in zip(table.rows(), kernels, strict=True):
            if not any(re.fullmatch(count(kernel["count"]), cell) for cell in row):
                raise AssertionError(f"{kernel['name']}: {row}, but stats prints {kernel['count']} launches")
        for title in ("Operators", "Annotations", "Memory Operations", "Runtime Calls"):
            app.click(app.find("list item", title))
            app.find(name=re.compile("^This job was merged from summaries, which do not have this"))
            app.wait(f"no rows of {title}", lambda title=title: not Table(app, title).rows())
