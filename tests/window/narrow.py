# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the window in half of a screen, and narrower. What it shortens, and in which order."""

import json
import os
import re

import pseudo
import training
from keyboard import check_names, name_of
from scenario import scenario
from timeline import CANVAS
from widget_places import below, check_places, environment, texts, widget_places

NARROW = (720, 600)
JUMPS = "Go to the slowest or the median step"
WIDE = (1280, 800)
STEP_PX = 20
MAX_STOPS = 40

# What the scope bar shortens, in its order (app/scope/scope_bar.c): a part, and its form from there on.
SCOPE_BAR = (("line", 1), ("line", 2), ("place", 1), ("jumps", 1), ("line", 3), ("proposal", 1), ("device", 1),
             ("rank", 1), ("window", 1), ("line", 4), ("place", 2))
SCOPE_TEXTS = {
    "line": (r", \d+ steps?, \d+ GPUs?, .* slices, ", r", \d+ steps?, [\d,]+ slices, ", r"ms, [\d,]+ slices, ",
             r"^[\d,]+ slices, ", r"^1 of \d+ events lost$"),
    "place": (r"^Step \d+ \(\d+ of \d+\)", r"^\d+ \(\d+ of \d+\)", r"^\d+$"),
    "jumps": (r"^Slowest$", None),
    "proposal": (r"^Use “train_batch/N” ", r"^“train_batch/N” "),
    "device": (r"^All GPUs$", r"^GPUs$"),
    "rank": (r"^All ranks$", r"^Ranks$"),
    "window": (r"^Whole profile$", r"^Whole$"),
}
# A profile has steps, or a proposal of what may be its steps.
WITHOUT_STEPS, WITH_STEPS = ("place", "jumps"), ("proposal",)
# And the header bar (app/window/window_header.c).
HEADER = (("pages", 1), ("open", 1), ("pill", 1))
HEADER_TEXTS = {"pages": (r"^Dashboard$", None), "open": (r"^Open$", None), "pill": (r"note|lost", None)}


def forms(shown, patterns):
    """The form of each part by the texts that are to be seen; None in place of a pattern: none of the others."""
    found = {}
    for part, candidates in patterns.items():
        found[part] = next((i for i, pattern in enumerate(candidates)
                            if pattern is None or any(re.search(pattern, text) for text in shown)), None)
        if found[part] is None:
            raise AssertionError(f"{part} is not shown in any of its forms: {shown}")
    return found


def stages(order):
    """The forms of all parts after none of the steps, after the first, and so on."""
    state = {part: 0 for part, _ in order}
    found = [dict(state)]
    for part, form in order:
        state[part] = form
        found.append(dict(state))
    return found


def stage_of(places, kind, order, patterns):
    shown = forms(texts(below(places, kind)), patterns)
    if shown not in stages(order):
        raise AssertionError(f"{kind}: {shown} is not one of the stages")
    return stages(order).index(shown)


def ranks(stage, step="ProfilerStep#{}"):
    """A folder of two, of which one lost something. step: the name of the annotation of each step."""
    name = re.sub(r"\W+", "-", "narrow-ranks-" + step)
    folder = stage.path(name)
    os.makedirs(folder, exist_ok=True)
    for rank in range(2):
        events = training.events(step)
        if rank == 1:
            events.insert(10, {"ph": "X", "cat": "kernel", "name": "lost", "pid": 0, "tid": 7, "ts": "soon"})
        stage.write_trace(os.path.join(name, f"rank{rank}.json"), events, deviceProperties=training.DEVICES,
                          distributedInfo={"rank": rank, "world_size": 2})
    return folder


def pages(app, stage):
    """Goes to each page, and names it."""
    app.wait("the dashboard", lambda: app.has("image", description=re.compile("[0-9]")), 60)
    app.settle(0.4)
    yield "dashboard"
    app.screen.key("alt+2")
    app.wait("the timeline", lambda: app.has(description=CANVAS))
    app.settle(0.4)
    yield "timeline"
    app.screen.key("alt+3")
    app.wait("a table", lambda: below(widget_places(app, stage), "TableView"))
    app.settle(0.4)
    yield "tables"
    app.screen.key("End")
    app.settle(0.4)
    yield "query"
    app.screen.key("alt+4")
    app.settle(0.4)
    yield "compare"
    app.screen.key("ctrl+i")
    app.settle(0.4)
    yield "information"


def check_all(stage, paths, *modules, **more):
    values = {**environment(stage, *modules), **more}
    for path in paths:
        with stage.app(path, **values) as app:
            app.wait("the dashboard", lambda: app.has("image", description=re.compile("[0-9]")), 60)
            app.resize(*NARROW)
            for page in pages(app, stage):
                check_places(app, stage, f"{os.path.basename(path)}, {page}", NARROW[0])


@scenario("narrow: every page fits into 720 px, of one rank and of several", sanitized=True)
def fits(stage):
    one = stage.write_trace("run.json", training.events(), deviceProperties=training.DEVICES)
    check_all(stage, (one, ranks(stage)))


@scenario("narrow: the proposal of a step keeps its count and its name at 720 px, and bookmarks widen nothing")
def fits_with_proposal(stage):
    path = stage.write_trace("numbered.json", training.events("train_batch/{}"), deviceProperties=training.DEVICES)
    with stage.app(path, **environment(stage)) as app:
        app.find("button", re.compile(r"^Use “train_batch/N” \(4×\) as step$"))
        app.resize(*NARROW)
        for page in pages(app, stage):
            check_places(app, stage, f"proposal, {page}", NARROW[0])
            shown = texts(below(widget_places(app, stage), "ScopeBar"))
            if page != "information" and not any("“train_batch/N” (4×)" in text for text in shown):
                raise AssertionError(f"The {page} page shows {shown} in its scope bar.")
        app.screen.key("Escape")
        app.screen.key("alt+2")
        app.wait("the timeline", lambda: app.has(description=CANVAS))
        for _ in range(2):
            app.screen.key("Right")
        app.screen.key("b")
        app.settle(0.4)
        check_places(app, stage, "timeline with a bookmark", NARROW[0])


COMPARED = ("Overview", "Timelines", "Kernels", "Operators", "Modules", "Annotations", "Collectives", "Runtime calls",
            "Idle causes")


@scenario("narrow: every table of a comparison fits into 720 px, and is reached by Tab and read out")
def fits_comparison(stage):
    paths = [stage.write_trace(f"{name}.json", training.events(), deviceProperties=training.DEVICES)
             for name in ("first", "second", "third")]
    with stage.app(*paths, **environment(stage)) as app:
        app.wait("the dashboard", lambda: app.has("image", description=re.compile("[0-9]")), 60)
        app.resize(*NARROW)
        app.screen.key("alt+4")
        app.find("button", re.compile("^Compared C: third"))
        for name in COMPARED:
            app.press("list item", name)
            app.settle(0.4)
            check_places(app, stage, f"comparison, {name}", NARROW[0])
            check_names(app, f"comparison, {name}")
        stops = tab_stops(app)
        for wanted in ("Swap A and B", "Compare with another one", "Idle causes", "Filter rows", "Main menu"):
            if wanted not in stops:
                raise AssertionError(f"The Tab key does not reach {wanted}, only {stops}")


@scenario("narrow: the start page and what could not be opened fit into 720 px")
def fits_without_profile(stage):
    with stage.app(**environment(stage)) as app:
        app.find(name="Open a GPU Profile")
        app.resize(*NARROW)
        check_places(app, stage, "start", NARROW[0])
    with stage.app(stage.write("notes.json", json.dumps({"a": 1})), **environment(stage)) as app:
        app.find("button", "Try Again")
        app.resize(*NARROW)
        check_places(app, stage, "failure", NARROW[0])


@scenario("narrow: texts that are 40 % longer fit into 720 px")
def fits_long_texts(stage):
    folder = stage.path("locale")
    pseudo.install(os.environ["STEPSCOPE_SOURCE"], folder)
    check_all(stage, (ranks(stage),), STEPSCOPE_LOCALEDIR=folder, LANGUAGE=pseudo.LANGUAGE)


@scenario("narrow: written from right to left, every page fits into 720 px")
def fits_mirrored(stage):
    check_all(stage, (ranks(stage),), os.environ["STEPSCOPE_RIGHT_TO_LEFT"])


def check_order(stage, path, absent):
    """absent: the parts of the scope bar that this profile has no use for."""
    scope_order = [entry for entry in SCOPE_BAR if entry[0] not in absent]
    scope_texts = {part: texts for part, texts in SCOPE_TEXTS.items() if part not in absent}
    with stage.app(path, **environment(stage)) as app:
        app.wait("the dashboard", lambda: app.has("image", description=re.compile("[0-9]")), 60)
        reached = {"ScopeBar": [], "WindowHeader": []}
        widths = list(range(WIDE[0], NARROW[0] - 1, -STEP_PX))
        for width in widths + [WIDE[0]]:
            app.resize(width, NARROW[1])
            places = widget_places(app, stage)
            reached["ScopeBar"].append(stage_of(places, "ScopeBar", scope_order, scope_texts))
            reached["WindowHeader"].append(stage_of(places, "WindowHeader", HEADER, HEADER_TEXTS))
        for bar, found in reached.items():
            if found[0] != 0 or found[-1] != 0:
                raise AssertionError(f"{bar}: shortened already at {WIDE[0]} px: stages {found}")
            if found[:-1] != sorted(found[:-1]) or found[-2] == 0:
                raise AssertionError(f"{bar}: does not shorten in order from {WIDE[0]} to {NARROW[0]} px: "
                                     f"stages {found}")
        return reached["ScopeBar"][-2], scope_order


@scenario("narrow: the bars shorten in their order, and at 1280 px all is there again", sanitized=True)
def order(stage):
    check_order(stage, ranks(stage), WITH_STEPS)


@scenario("narrow: the proposal of a step shortens in its place in that order")
def order_with_proposal(stage):
    reached, scope_order = check_order(stage, ranks(stage, "train_batch/{}"), WITHOUT_STEPS)
    if reached <= scope_order.index(("proposal", 1)):
        raise AssertionError(f"The proposal is not shortened at {NARROW[0]} px: stage {reached} of {scope_order}")


def tab_stops(app):
    """The names of what Tab comes to, until the first comes again."""
    found, names = [], []
    while len(found) < MAX_STOPS:
        app.screen.key("Tab")
        app.settle()
        node = app.focused()
        if node in found:
            return names
        if node is not None:
            found.append(node)
            names.append(name_of(node))
    raise AssertionError(f"The Tab key does not come back to where it began: {names}")


@scenario("narrow: pages and the slowest step are reached by pointer and keyboard, and read out, as ever")
def reached(stage):
    with stage.app(stage.sample) as app:
        app.find(name="Summary")
        app.resize(*NARROW)
        check_names(app, "dashboard")
        app.screen.key("alt+3")
        app.find(name="Filter rows")
        stops = tab_stops(app)
        for wanted in ("Open", "Dashboard", "Timeline", "Tables", "Main menu", JUMPS):
            if wanted not in stops:
                raise AssertionError(f"The Tab key does not reach {wanted}, only {stops}")
        check_names(app, "tables")
        app.find(name=re.compile(r"s, \d+ steps?, \d+ GPUs?, .*slices, none lost$"))
        app.press("tab", "Timeline")
        app.wait("the timeline", lambda: app.has(description=CANVAS))
        app.press("tab", "Dashboard")
        app.find(name="Summary")
        app.press(None, JUMPS)
        app.press("menu item", "Slowest Step")
        app.find(name=re.compile(r"^Time: Step \d+$"))
