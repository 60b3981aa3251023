# SPDX-License-Identifier: Apache-2.0
"""Scenarios: what two profilers recorded of one run is offered as one profile; ranks of one job are not."""

import os
import re

import training
from commands import CommandList
from keyboard import check_names
from scenario import scenario

OFFER = "{} and {} were recorded at the same time."
BOTH = "host.json + gpu.json"


def pair(stage):
    """The host as PyTorch records it where another profiler has the GPU, and the GPU as that one does."""
    events = training.events()
    host = stage.write_trace("host.json", [event for event in events if event.get("cat") != "kernel"])
    gpu = stage.write_trace("gpu.json", [event for event in events if event.get("cat") not in ("cpu_op", "user_annotation")],
                            deviceProperties=training.DEVICES)
    return host, gpu


def active_time(app):
    return app.find("image", "GPU active time", description=re.compile("[0-9]")).description


def check_not_stored(home):
    """No list of profiles and no library has the name of what has no file."""
    for folder, _, names in os.walk(home):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                if b"host.json + " in file.read():
                    raise AssertionError(f"{name} names a profile that has no file")


@scenario("together: two files of one run are offered as one profile, which has the figures of a file with both",
          sanitized=True)
def offered(stage):
    whole = stage.write_trace("whole.json", training.events(), deviceProperties=training.DEVICES)
    with stage.app(whole) as app:
        expected = active_time(app)
    with stage.app(*pair(stage)) as app:
        app.find(name=OFFER.format("host.json", "gpu.json"))
        check_names(app, "together")
        app.press("button", "Show as One Profile")
        app.find("button", "Profile: " + BOTH)
        app.wait("the figures of the whole", lambda: active_time(app) == expected)
        app.find(name=re.compile("24 slices, none lost$"))
        if app.has("button", "Show as One Profile"):
            raise AssertionError("What is one profile already is offered again")
        app.screen.key("ctrl+i")
        app.find(name=re.compile("^Note: Several of the combined profiles"), anywhere=True)
        app.screen.key("Escape")
        # It has no file to reload, but its own place among the loaded ones.
        app.press("button", "Profile: " + BOTH)
        app.press("button", "All Profiles…")
        app.press("button", "Show " + BOTH)
        app.find("button", "Profile: " + BOTH)
        app.screen.key("ctrl+w")
        app.find(name=BOTH + " unloaded")
        app.find(name=OFFER.format("host.json", "gpu.json"))
        app.press("button", "Undo")
        app.find("button", "Profile: " + BOTH)
    check_not_stored(app.home)


@scenario("together: a folder with a report of Nsight Systems beside a PyTorch trace opens both and offers one profile")
def folder(stage):
    os.makedirs(stage.path("both"), exist_ok=True)
    stage.write_trace("both/host.json", [event for event in training.events() if event.get("cat") != "kernel"])
    training.write_report(stage.path("both/gpu.sqlite"))
    for has_cached in (False, True):
        with stage.app(stage.path("both")) as app:
            app.find("button", "Profile: gpu")
            app.find(name=OFFER.format("both", "gpu.sqlite"))
            app.press("button", "Show as One Profile")
            app.find("button", "Profile: both + gpu.sqlite")
            if has_cached:
                continue
            # What was unloaded stays so when the folder is reloaded.
            app.screen.key("ctrl+w")
            app.find("button", "Profile: gpu")
            app.screen.key("ctrl+w")
            app.find("button", "Profile: both")
            commands = CommandList(app)
            commands.type("Reload the file")
            commands.wait_marked("Reload the file")
            app.screen.key("Return")
            app.settle(1)
            if not app.has("button", "Profile: both"):
                raise AssertionError("Reloading the folder loads what was unloaded")


@scenario("together: a dismissed offer is gone from both profiles, and the list of profiles still has it")
def dismissed(stage):
    with stage.app(*pair(stage)) as app:
        app.find("button", "Profile: gpu")
        app.find(name=OFFER.format("host.json", "gpu.json"))
        app.press("button", "Dismiss")
        app.wait_gone(name=OFFER.format("host.json", "gpu.json"))
        app.press("button", "Profile: gpu")
        app.press("radio", "host")
        app.find("button", "Profile: host")
        app.settle()
        if app.has(name=OFFER.format("host.json", "gpu.json")):
            raise AssertionError("The offer is made again on the other profile")
        app.press("button", "Profile: host")
        app.press("button", "Show as One Profile")
        app.find("button", "Profile: " + BOTH)


@scenario("together: ranks of one job that were recorded at the same time are not offered as one profile")
def ranks(stage):
    events = training.events()
    other = [{**event, "pid": event["pid"] + 1} if event["pid"] == training.HOST else event for event in events]
    paths = (stage.write_trace("rank0.json", events), stage.write_trace("rank1.json", other))
    with stage.app(*paths) as app:
        app.find("button", "Profile: rank1")
        app.find(name=re.compile("24 slices, none lost$"))
        app.settle()
        app.press("button", "Profile: rank1")
        app.find(name="Loaded profiles")
        if app.has("button", "Show as One Profile"):
            raise AssertionError("Two ranks are offered as one profile")
        app.screen.key("Escape")
