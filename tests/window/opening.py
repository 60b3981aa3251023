# SPDX-License-Identifier: Apache-2.0
"""Scenarios: from nothing to a profile, and when there is none to be had."""

import fcntl
import glob
import json
import os
import re
import shutil
import subprocess
import tempfile
import time

import training
from figures import count, percent
from preloaded import preloaded
from scenario import scenario

@scenario("opening: without a profile the start page says how to record one", sanitized=True)
def start_page(stage):
    with stage.app() as app:
        app.find(name="Open a GPU Profile")
        app.find("button", re.compile(r"^Open…$"))
        app.find("button", "Open Sample Profile")
        app.find(name="How to record one")
        if len(app.root.matching("button", re.compile("^Copy"))) < 3:
            raise AssertionError("The start page shows fewer than three commands to copy")
        if app.has("tab", "Timeline") or app.has("radio button", "Timeline"):
            raise AssertionError("Page buttons are shown although no profile is open")


@scenario("opening: the sample opens from the start page as a dashboard with the figures of stats")
def sample(stage):
    stats = stage.stats(stage.sample)
    with stage.app() as app:
        app.press("button", "Open Sample Profile")
        active = percent(stats["summary"]["gpu_active_percent"])
        longest = percent(stats["kernels"][0]["percent_of_kernel_time"])
        most = max(kernel["count"] for kernel in stats["kernels"])
        figures = {
            "Summary": "busy " + active,
            "GPU active time": "Active: " + active,
            "GPU utilization over time": "Share of each",
            "Time spent by the top 15 GPU kernels": "1\\. .*: .*, " + longest,
            "Launch counts of the top 15 GPU kernels": "1\\. .*: " + count(most) + " launches",
            "GPU activity distribution": "Idle: ",
            "Step time distribution": "Median ",
        }
        for pane, figure in figures.items():
            app.find("image", pane, re.compile(figure), anywhere=True)


@scenario("opening: a path on the command line is opened and names the window")
def command_line(stage):
    path = stage.write_trace("control.json", training.events(), deviceProperties=training.DEVICES)
    stats = stage.stats(path)
    with stage.app(path) as app:
        app.find("image", "Summary", re.compile("busy " + percent(stats["summary"]["gpu_active_percent"])))
        app.wait("the name in the title", lambda: "control" in app.title() and "Stepscope" in app.title())


def wakeups(app):
    """Of the main thread, in a second."""
    def so_far():
        with open(f"/proc/{app.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", file.read(), re.M).group(1))

    before = so_far()
    time.sleep(1)
    return so_far() - before


@scenario("opening: afterwards nothing moves and the process sleeps", sanitized=True)
def rest(stage):
    with stage.app(stage.make_trace("rest.json", 300_000)) as app:
        app.find("image", "Summary", re.compile("busy"))
        app.wait("a window that sleeps", lambda: wakeups(app) < 30, 15)


def has_graphics_card():
    return bool(glob.glob("/dev/dri/renderD*")) or any(map(os.path.exists, ("/dev/nvidiactl", "/dev/dxg")))


@scenario("opening: without a graphics card Cairo draws, and no compiler of shaders is loaded")
def no_graphics_card(stage):
    if has_graphics_card():
        return
    with stage.app(stage.sample, GSK_RENDERER="") as app:
        app.find("image", "Summary", re.compile("busy"))
        with open(f"/proc/{app.process.pid}/maps", encoding="utf-8") as file:
            loaded = set(re.findall(r"lib(?:LLVM|GL|EGL)\S*", file.read()))
        if any(name.startswith("libLLVM") for name in loaded):
            raise AssertionError(f"OpenGL is computed by the processor: {sorted(loaded)}")


@scenario("opening: a file that is no profile is refused with what it is and what to do")
def no_profile(stage):
    path = stage.write("notes.json", json.dumps({"a": 1}))
    with stage.app(path) as app:
        app.find(name=re.compile(r"Cannot open notes\.json"))
        app.find(name=re.compile("traceEvents"))
        app.screen.key("Escape")
        app.find(name="Open a GPU Profile")


@scenario("opening: of a log directory with several runs each is offered, and the chosen one opens")
def log_directory(stage):
    logs = stage.path("logs")
    for name in ("2026_11_27", "2026_11_28"):
        os.makedirs(os.path.join(logs, "plugins", "profile", name))
        stage.make_xspace(os.path.join("logs", "plugins", "profile", name, "host.xplane.pb"))
    with stage.app(logs) as app:
        app.find(name=re.compile(r"Cannot open logs"))
        app.find(name=re.compile(r"2 runs of TensorBoard"))
        app.find("button", "Open 2026_11_28")
        app.press("button", "Open 2026_11_27")
        app.find("image", "Summary", re.compile("busy"))
        app.wait("the name in the title", lambda: "2026_11_27" in app.title())
    shutil.rmtree(os.path.join(logs, "plugins", "profile", "2026_11_28"))
    with stage.app(logs) as app:
        app.find("image", "Summary", re.compile("busy"))
        app.wait("the name in the title", lambda: "2026_11_27" in app.title())


@scenario("opening: a format that only the vendor reads is refused with the command that converts it")
def other_format(stage):
    path = stage.write("x.nsys-rep", "NVIDIA Tegra Profiler Report 2025@5")
    with stage.app(path) as app:
        app.find(name=re.compile(r"Cannot open x\.nsys-rep"))
        app.find(name=re.compile(r"nsys export --type sqlite .*x\.nsys-rep"))
        app.find("button", re.compile("^Copy"))
        app.find(name=re.compile("no nsys in the search path"))
        if app.has("button", "Export and Open…"):
            raise AssertionError("An export is offered although there is no nsys")


@scenario("opening: cancelling returns to the previous page, and the opening can be resumed", sanitized=True)
def cancelled(stage):
    path = stage.write_trace("large.json", training.events())
    with stage.app(STEPSCOPE_CONVERTER_FAULT="hang") as app:
        app.find(name="Open a GPU Profile")
        app.hand_over(path)
        app.find(name=re.compile(r"Reading large\.json"))
        app.press("button", "Cancel")
        app.find(name="Opening cancelled")
        app.find(name="Open a GPU Profile")
        app.press("button", "Resume")
        app.find(name=re.compile(r"Reading large\.json"))
        app.press("button", "Cancel")
        app.find(name="Open a GPU Profile")


def converter_fault(stage, fault, sentence):
    """Whatever happens to the process that reads, the window says it and goes on."""
    path = stage.write_trace("control.json", training.events(), deviceProperties=training.DEVICES)
    with stage.app(STEPSCOPE_CONVERTER_FAULT=fault) as app:
        app.find(name="Open a GPU Profile")
        app.hand_over(path)
        app.find(name=re.compile(r"Cannot open control\.json"))
        app.find(name=re.compile(sentence + ".*Nothing else is affected"))
        app.find("button", "Try Again")
        app.screen.key("Escape")
        app.find(name="Open a GPU Profile")


@scenario("opening: a killed converter is reported and the window goes on")
def converter_killed(stage):
    converter_fault(stage, "kill", "was killed .SIGKILL.")


@scenario("opening: an aborted converter is reported and the window goes on")
def converter_aborted(stage):
    converter_fault(stage, "abort", "crashed .SIGABRT")


@scenario("opening: a converter out of memory is reported with what to do, and the window goes on",
          sanitized=True)
def converter_out_of_memory(stage):
    if stage.sanitized:
        return  # there is no limit then
    converter_fault(stage, "oom", "takes more memory than the .*B that it may use")


@scenario("opening: the second time the file is not imported")
def second_time(stage):
    home = stage.desktop.new_home()
    path = stage.write_trace("twice.json", training.events(), deviceProperties=training.DEVICES)
    for fault in ("none", "abort"):
        with stage.app(path, home=home, STEPSCOPE_CONVERTER_FAULT=fault) as app:
            app.find("image", "Summary", re.compile("busy "))


@scenario("opening: the bar tells how many files wait behind this one; Cancel is for all of them, and so is Resume")
def several_cancelled(stage):
    paths = [stage.write_trace(f"several{i}.json", training.events()) for i in range(3)]
    with stage.app(*paths, STEPSCOPE_CONVERTER_FAULT="hang") as app:
        app.find(name=re.compile(r"Reading several0\.json"))
        app.find(name="2 more wait")
        app.press("button", "Cancel")
        app.find(name="Opening cancelled")
        app.find(name="Open a GPU Profile")
        app.press("button", "Resume")
        app.find(name=re.compile(r"Reading several0\.json"))
        app.find(name="2 more wait")
        app.press("button", "Cancel")
        app.find(name="Open a GPU Profile")


class HeldFiles:
    """Files below a folder "far" that do not answer (held_files.c)."""

    def __init__(self, stage):
        self._folder = tempfile.mkdtemp(dir=stage.folder, prefix="held-")
        self.environment = {**preloaded(stage.environment, os.environ["STEPSCOPE_HELD_FILES_MODULE"]),
                            "STEPSCOPE_HELD_FILES": self._folder}

    def _path(self, name):
        return os.path.join(self._folder, name)

    def hold(self):
        with open(self._path("hold"), "w", encoding="utf-8"):
            pass

    def release(self):
        os.unlink(self._path("hold"))

    def asked_by_main_thread(self):
        if not os.path.exists(self._path("asked")):
            return []
        with open(self._path("asked"), encoding="utf-8") as lines:
            return lines.read().splitlines()


@scenario("opening: the window waits for no file of its recent menu; those that are gone leave it when this is known")
def recents_of_a_drive_that_hangs(stage):
    home, held = stage.desktop.new_home(), HeldFiles(stage)
    os.makedirs(stage.path("far"), exist_ok=True)
    paths = [stage.write_trace(f"far/{name}.json", training.events()) for name in ("here", "gone")]
    with stage.app(*paths, home=home) as app:
        app.find(name="Summary")
        app.wait("both are listed as recent", lambda: is_recent(home, "here.json") and is_recent(home, "gone.json"))
    os.remove(paths[1])
    held.hold()
    near = stage.write_trace("near.json", training.events())
    with stage.app(near, home=home, **held.environment) as app:
        app.find(name="Summary")
        app.press("button", "More ways to open")
        app.find("menu item", "here.json")
        app.find("menu item", "gone.json")
        if held.asked_by_main_thread():
            raise AssertionError(f"The main thread asked for {held.asked_by_main_thread()}")
        held.release()
        app.wait_gone("menu item", "gone.json")
        held.hold()
        app.press("menu item", "here.json")
        app.find(name=re.compile(r"Reading here\.json"))
        app.settle(0.4)
        if held.asked_by_main_thread():
            raise AssertionError(f"The main thread asked for {held.asked_by_main_thread()}")
        held.release()
        app.wait("it is shown", lambda: "here" in app.title())


@scenario("opening: a link to a loaded profile shows it, and loads it no second time")
def link_to_loaded(stage):
    paths = [stage.write_trace(f"{name}.json", training.events()) for name in ("target", "other")]
    link = stage.path("by-link.json")
    os.symlink(paths[0], link)
    with stage.app(*paths) as app:
        app.find(name="Summary")
        app.wait("the second is shown", lambda: "other" in app.title())
        app.hand_over(link)
        app.wait("the first is shown", lambda: "by-link" in app.title())
        app.press("button", "Profile: by-link")
        app.find("button", "Unload other")
        if len(app.find_all("button", re.compile("^Unload "))) != 2:
            raise AssertionError("It was loaded a second time")
        app.screen.key("Escape")


def is_recent(home, name):
    path = os.path.join(home, "data", "recently-used.xbel")
    if not os.path.exists(path):
        return False
    with open(path, encoding="utf-8") as file:
        return name in file.read()


@scenario("opening: quitting ends the converter process")
def converter_left(stage):
    path = stage.write_trace("left.json", training.events())

    def converters():
        return subprocess.run(["pgrep", "-f", "convert-for-window .*" + re.escape(path)], capture_output=True).stdout

    with stage.app(path, STEPSCOPE_CONVERTER_FAULT="hang") as app:
        app.find(name=re.compile(r"Reading left\.json"))
        app.wait("a process that reads", converters)
    if converters():
        raise AssertionError("The process still runs after its last window was closed")


@scenario("opening: a file that takes long shows what was read so far, and then all of it at the same place",
          sanitized=True)
def partial(stage):
    path = stage.make_trace("partial.json", 60_000)
    stats = stage.stats(path)
    with stage.app(path, STEPSCOPE_CONVERTER_FAULT="slow") as app:
        app.find(name=re.compile(r"Still reading \(\d+ %\)\. Numbers cover the first "))
        app.find("image", "Step time distribution")
        if app.has("button", "Cut short") or app.has(name=re.compile("The file ends early")):
            raise AssertionError("The file is reported as cut off although it is still being read")
        app.screen.key("alt+2")
        app.find(name="Timeline", description=re.compile("rows"))
        app.wait("the end of reading", lambda: not app.has(name=re.compile("Still reading")), 40)
        app.find(name="Timeline", description=re.compile("rows"))
        app.screen.key("alt+1")
        app.find("image", "Summary", re.compile("busy " + percent(stats["summary"]["gpu_active_percent"])))


@scenario("opening: cancelling removes the partial profile")
def partial_cancelled(stage):
    path = stage.make_trace("partial.json", 60_000)
    with stage.app(path, STEPSCOPE_CONVERTER_FAULT="slow") as app:
        app.find(name=re.compile(r"Still reading"))
        app.press("button", "Cancel")
        app.find(name="Open a GPU Profile")
        if app.has(name=re.compile(r"partial\.json")):
            raise AssertionError("The recent files list a part of a file")


@scenario("opening: an open information page stays while a file is still being read")
def partial_information(stage):
    path = stage.make_trace("partial.json", 60_000)
    with stage.app(path, STEPSCOPE_CONVERTER_FAULT="slow") as app:
        app.find(name=re.compile(r"Still reading"))
        app.screen.key("ctrl+i")
        app.find("button", "Copy All")
        app.wait("the end of reading", lambda: not app.has(name=re.compile("Still reading")), 40)
        app.settle()
        app.find("button", "Copy All")
        app.press("button", "Back")
        app.find("image", "Summary")


@scenario("opening: waiting for another window that reads the same file is shown and can be cancelled",
          sanitized=True)
def waiting(stage):
    home = stage.desktop.new_home()
    path = stage.write_trace("awaited.json", training.events(), deviceProperties=training.DEVICES)
    with stage.app(path, home=home, STEPSCOPE_CONVERTER_FAULT="hang") as app:
        locks = app.wait("a lock", lambda: glob.glob(os.path.join(home, "**", "*.lock"), recursive=True))
    with open(locks[0], "w", encoding="ascii") as lock:  # as somebody else who reads it
        fcntl.flock(lock, fcntl.LOCK_EX)
        with stage.app(path, home=home) as app:
            app.find(name="Waiting for awaited.json: another window is reading it")
            app.press("button", "Cancel")
            app.find(name="Open a GPU Profile")
            app.press("button", "Resume")
            app.find(name="Waiting for awaited.json: another window is reading it")
            fcntl.flock(lock, fcntl.LOCK_UN)
            app.find("image", "Summary", re.compile("busy "))


@scenario("opening: without a cache a file still opens, with a notice that it must be read again")
def no_cache(stage):
    path = stage.write_trace("unkept.json", training.events())
    with stage.app(path, XDG_CACHE_HOME="/dev/null") as app:
        app.find(name="The cache cannot be written: unkept.json must be read again the next time")
        app.find("image", "Summary")


@scenario("opening: a file that lost events says so on every page")
def damaged(stage):
    events = training.events()
    events.insert(10, {"ph": "X", "cat": "kernel", "name": "broken", "pid": 0, "tid": 7, "ts": "soon", "dur": 5})
    path = stage.write_trace("damaged.json", events)
    with stage.app(path) as app:
        sentence = re.compile(r"1 of [0-9.,]+ events could not be read")
        app.find(name=sentence)
        app.find("button", re.compile("1 lost"))
        app.screen.key("alt+2")
        app.find(name="Timeline", description=re.compile("rows"))
        app.find(name=sentence)
        app.press("button", "Show Details")
        app.find(name=re.compile("Data lost"), anywhere=True)


@scenario("opening: a file without steps offers to choose an annotation, and remembers the choice", sanitized=True)
def choose_annotation(stage):
    home = stage.desktop.new_home()
    path = stage.write_trace("batches.json", training.events("train_batch"))
    with stage.app(path, home=home) as app:
        app.find(name="Summary")
        app.screen.key("alt+2")
        app.press("button", re.compile("Choose an Annotation"))
        app.press("label", "train_batch")
        app.press("button", "Apply")
        app.find(name=re.compile(r"train_batch.*\(\d of 4\)"))
    with stage.app(path, home=home) as app:
        app.find(name=re.compile(r"train_batch.*\(\d of 4\)"))


@scenario("opening: what repeats regularly in a file without steps is the step with one click, and undone", sanitized=True)
def use_proposal(stage):
    home = stage.desktop.new_home()
    path = stage.write_trace("numbered.json", training.events("train_batch/{}"))
    proposal = re.compile(r"^Use “train_batch/N” \(4×\) as step$")
    with stage.app(path, home=home) as app:
        app.press("button", proposal)
        app.press("button", "Undo")  # which goes by itself
        app.find("button", proposal)
        app.press(None, "Other steps")
        app.press("menu item", "Choose an Annotation…")
        app.find(name="Which slices are the steps of this profile?", anywhere=True)
        app.screen.key("Escape")
        app.press("button", proposal)
        app.find(name=re.compile(r"\(\d of 4\)"))
        assert not app.has("button", proposal)
    with stage.app(path, home=home) as app:
        app.find(name=re.compile(r"\(\d of 4\)"))
        assert not app.has("button", proposal)
