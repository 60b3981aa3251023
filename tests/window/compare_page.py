# SPDX-License-Identifier: Apache-2.0
"""Scenarios: profiles compared with each other, and the steps of one."""

import copy
import json
import os
import re
import subprocess

import training
from figures import close, number, percent
from library import library_of, runs, watch_folder
from moving import SECONDARY
from scenario import scenario
from tables_page import shoot, type_text
from timeline import CANVAS
from timeline_page import run_of, timeline_of

# The slower run does the same in this multiple of the time.
SLOWER = 1.5


def slower_events(events=()):
    found = copy.deepcopy(list(events)) or training.events()
    for event in found:
        if event["ph"] == "X":
            event["ts"] = training.EPOCH_US + SLOWER * (event["ts"] - training.EPOCH_US)
            event["dur"] *= SLOWER
    return found


def two_runs(stage):
    return (stage.write_trace("first.json", training.events(), deviceProperties=training.DEVICES),
            stage.write_trace("second.json", slower_events(), deviceProperties=training.DEVICES))


def plain(text):
    """As on the command line: plain spaces, and the signs of numbers of the C locale."""
    return text.replace("\u00a0", " ").replace("\u202f", " ").replace(",", ".")


def headline_of(app):
    """The sentences at the top of the page."""
    return plain(app.find("label", re.compile("step takes|step is|Steps take|Steps are|No difference|window|windows")).name)


def compare(stage, *paths):
    result = subprocess.run([stage.program, "compare", *paths, "--json"], check=True, capture_output=True)
    return json.loads(result.stdout)


def compare_of(app):
    app.find(name="Summary")
    app.screen.key("alt+4")
    app.find("button", re.compile("^Baseline A: first, Whole profile"))


@scenario("compare: two profiles side by side; the headline says what the command line says; swapping turns it round",
          sanitized=True)
def two(stage):
    paths = two_runs(stage)
    with stage.app(*paths) as app:
        compare_of(app)
        expected = plain(compare(stage, *paths)["headline"][0]).split(" (")[0]
        app.wait(f"the headline {expected!r}", lambda: headline_of(app).startswith(expected))
        app.find("button", re.compile("^Compared B: second, Whole profile"))
        app.find("label", "Step time, mean")
        app.find("image", "From one step time to the other", re.compile("A: first, Whole profile: mean step time"))
        shoot(app, "compare-overview")

        app.press("button", "Swap A and B")
        app.find("button", re.compile("^Baseline A: second"))
        turned = plain(compare(stage, *reversed(paths))["headline"][0]).split(" (")[0]
        app.wait(f"the headline {turned!r}", lambda: headline_of(app).startswith(turned))
        if turned == expected:
            raise AssertionError("Swapping changes nothing")

        # Unloading one leaves the empty state.
        app.screen.key("ctrl+w")
        app.find("label", "Compare needs a second profile")


@scenario("compare: a row of a table leads to its longest slices on the timelines, and to the table of the baseline")
def row(stage):
    with stage.app(*two_runs(stage)) as app:
        compare_of(app)
        app.press("list item", "Kernels")
        app.find("label", re.compile("^8 rows$"))
        app.screen.key("ctrl+f")
        app.wait("the filter has the focus", lambda: app.focused() and app.focused().name == "Filter rows")
        type_text(app, "tail_9")
        app.find("label", re.compile("^1 of 8 rows$"))
        app.press("row", "tail_9")
        app.find("image", "Durations of the chosen row", re.compile("A: first, Whole profile: 1 slice, median 1[.,]000"))
        shoot(app, "compare-kernels")
        app.press("button", "Go To")
        app.press(None, "Table of A")
        app.wait("the table of the first", lambda: "first" in app.title())
        app.find("tree grid", "Kernels")

        app.screen.key("alt+4")
        app.find("button", re.compile("^Baseline A"))
        app.settle()
        app.press("row", "tail_9")
        app.screen.key("Return")
        for side in "AB":
            canvas = app.find(name=f"Timeline of {side}", description=CANVAS)
            app.wait("its slice is selected", lambda: "tail_9" in canvas.description)

        # The menu leads to one of them alone.
        app.press("list item", "Kernels")
        app.press("button", "Go To")
        app.press(None, "Longest Slice in B")
        app.wait("the second is shown", lambda: "second" in app.title())
        canvas = app.find(name="Timeline", description=CANVAS)
        app.wait("its slice is selected", lambda: "tail_9" in canvas.description)


def native(stage, path):
    """The profile as a native file, which is mapped under its own name."""
    found = path.replace(".json", ".stepscope")
    subprocess.run([stage.program, "convert", path, "-o", found], check=True, capture_output=True)
    return found


def is_mapped(app, path):
    with open(f"/proc/{app.process.pid}/maps", encoding="utf-8", errors="replace") as maps:
        return any(line.rstrip().endswith(path) for line in maps)


UNLOADED_S = 30  # an unloaded profile can be taken back for 8 s


@scenario("compare: a compared profile that is unloaded leaves the memory, whether the page is seen or not")
def unloaded(stage):
    runs = (*two_runs(stage), stage.write_trace("third.json", training.events(), deviceProperties=training.DEVICES))
    first, second, third = (native(stage, path) for path in runs)
    with stage.app(first, second, third) as app:
        compare_of(app)
        app.find("button", re.compile("^Compared C: third"))
        app.press("list item", "Kernels")
        app.find("label", re.compile("^[0-9]+ rows$"))
        app.screen.key("alt+1")
        app.find(name="Summary")
        if not all(is_mapped(app, path) for path in (first, second, third)):
            raise AssertionError("A native file is not mapped under its name")
        app.screen.key("ctrl+w")
        app.wait("the third is gone", lambda: not is_mapped(app, third), UNLOADED_S)

        app.screen.key("alt+4")
        app.find("button", re.compile("^Compared B: second"))
        app.find("label", re.compile("^8 rows$"))
        app.screen.key("ctrl+w")
        app.find("label", "Compare needs a second profile")
        app.wait("the second is gone", lambda: not is_mapped(app, second), UNLOADED_S)


@scenario("compare: a profile whose timeline was shown leaves the memory after it was removed from the comparison and unloaded")
def removed(stage):
    runs = (*two_runs(stage), stage.write_trace("third.json", training.events(), deviceProperties=training.DEVICES))
    first, second, third = (native(stage, path) for path in runs)
    with stage.app(first, second, third) as app:
        compare_of(app)
        app.find("button", re.compile("^Compared C: third"))
        app.press("list item", "Timelines")
        app.find(name="Timeline of C", description=CANVAS)
        app.press("list item", "Overview")
        app.find("label", "Step time, mean")
        app.press("button", re.compile("^Compared C: third"))
        app.press(None, "Remove From the Comparison")
        app.wait_gone("button", re.compile("^Compared C"))
        if not is_mapped(app, third):
            raise AssertionError("It has left the memory before it was unloaded")
        app.screen.key("ctrl+w")
        app.wait("the third is gone", lambda: not is_mapped(app, third), UNLOADED_S)
        app.press("list item", "Timelines")
        app.find(name="Timeline of B", description=CANVAS)


@scenario("compare: three profiles: one is removed and added again, and one is reloaded in its place")
def three(stage):
    first, second = two_runs(stage)
    third = stage.write_trace("third.json", slower_events(), deviceProperties=training.DEVICES)
    with stage.app(first, second, third) as app:
        compare_of(app)
        app.press("button", re.compile("^Compared C: third, Whole profile"))
        app.press(None, "Remove From the Comparison")
        app.wait_gone("button", re.compile("^Compared C"))
        app.press("button", "Compare with another one")
        app.find("button", re.compile("^Compared C: third, Whole profile"))
        app.press("button", re.compile("^Compared B: second"))
        app.press(None, "Median Step")
        app.find("button", re.compile("^Compared B: second, Median step"))
        app.settle()  # GTK 4.8 can give a menu too little height that opens while its button is laid out anew
        app.press("button", re.compile("^Compared B: second"))
        app.press(None, "Remove From the Comparison")
        app.find("button", re.compile("^Compared B: third, Whole profile"))

        expected = plain(compare(stage, first, third)["headline"][0]).split(" (")[0]
        app.wait(f"the headline {expected!r}", lambda: headline_of(app).startswith(expected))
        app.settle(1.1)  # the time of a file is told in seconds
        stage.write_trace("third.json", training.events(), deviceProperties=training.DEVICES)
        app.press("button", "Reload")
        expected = plain(compare(stage, first, third)["headline"][0]).split(" (")[0]
        app.wait(f"the headline {expected!r}", lambda: headline_of(app).startswith(expected))
        app.find("button", re.compile("^Compared B: third, Whole profile"))


@scenario("compare: of three chosen profiles one cannot be opened: the others are compared, and it is not waited for")
def failed(stage):
    home, folder = stage.desktop.new_home(), runs(stage, "first.json", "third.json")
    stage.write("library-runs/second.json", json.dumps({"schemaVersion": 1, "traceEvents": 5}))
    watch_folder(stage, home, folder)
    with stage.app(home=home) as app:
        library_of(app, "first", "second", "third")
        app.screen.key("Down", "space", "Down", "space", "Down", "space")
        app.find(name="3 ticked")
        app.press("button", "Compare 3")
        app.find("button", re.compile("^Baseline A: (first|third), Whole profile"))
        app.find("button", re.compile("^Compared B: (first|third), Whole profile"))
        app.wait("the headline", lambda: headline_of(app))
        app.wait("nothing is waited for", lambda: not app.has("label", re.compile("^Reading ")))


@scenario("compare: a cause of idle time leads to its longest gap on the timeline")
def idle(stage):
    with stage.app(*two_runs(stage)) as app:
        compare_of(app)
        app.press("list item", "Idle causes")
        app.press("row", "launched work does not begin")
        app.press("button", "Go To")
        app.press(None, "Longest Gap in A")
        app.wait("the first is shown", lambda: "first" in app.title())
        canvas = app.find(description=CANVAS)
        app.wait("a gap is selected", lambda: re.search("selected: .*idle", canvas.description, re.I))

        app.screen.key("alt+4")
        app.find("button", re.compile("^Baseline A"))
        app.settle()
        app.press("row", "launched work does not begin")
        app.screen.key("Return")
        app.wait("the second is shown", lambda: "second" in app.title())


@scenario("compare: two windows of one profile: the menu of a side keeps the one that the scope has")
def windows(stage):
    with run_of(stage) as app:
        timeline_of(app)
        app.press("button", re.compile("^Time: "))
        app.press("label", "Timeline view")
        app.find("button", "Time: Timeline view")
        app.screen.key("Escape")
        app.screen.key("alt+4")
        app.press("button", "Compare Parts of This Profile")
        app.press("button", re.compile("^Baseline A: run, Timeline view"))
        app.press(None, "Keep This Window")
        kept = app.find("button", re.compile("^Baseline A: run, .* to .*ms")).name
        app.screen.key("alt+2")
        app.find(description=CANVAS)
        app.screen.key("w")
        app.screen.key("alt+4")
        app.find("button", kept)
        app.find("button", re.compile("^Compared B: run, Timeline view"))
        shoot(app, "compare-windows")


def renamed_events():
    """The same run with another kernel in the place of tail_9, which no rule finds."""
    found = training.events()
    for event in found:
        if event["name"] == "tail_9":
            event["name"] = "fused_tail"
    return found


def open_menu_of(app, row):
    left, top, width, height = app.rectangle(app.find("row", row))
    app.screen.click(left + min(width, 200) / 2, top + height / 2, button=SECONDARY)
    # GTK 4.8 counts its pressed widgets wrongly where a menu goes before it saw the button that opened it released.
    app.settle()


@scenario("compare: kernels are paired by hand from a row's menu; Undo takes it back; the pair is remembered, and is parted")
def pairs(stage):
    home = stage.desktop.new_home()
    paths = (stage.write_trace("first.json", training.events(), deviceProperties=training.DEVICES),
             stage.write_trace("second.json", renamed_events(), deviceProperties=training.DEVICES))

    def pair(app):
        open_menu_of(app, "tail_9")
        app.press(None, "Pair With…")
        app.find("label", "Pair “tail_9” with")
        shoot(app, "compare-pair")
        type_text(app, "fused")
        app.find("list item", "fused_tail")
        app.screen.key("Return")

    with stage.app(*paths, home=home) as app:
        compare_of(app)
        app.press("list item", "Kernels")
        app.find("label", re.compile("^9 rows$"))
        pair(app)
        app.press("button", "Undo")  # which goes by itself
        app.settle(1)
        app.find("row", "fused_tail")
        pair(app)
        app.find("row", "tail_9 → fused_tail")
        app.find("label", re.compile("^8 rows$"))
        app.find("image", "Durations of the chosen row", re.compile("B: second, Whole profile: 1 slice"))

    # Another window, with the sides swapped.
    with stage.app(*paths, home=home) as app:
        compare_of(app)
        app.press("button", "Swap A and B")
        app.find("button", re.compile("^Baseline A: second"))
        app.press("list item", "Kernels")
        app.find("row", "fused_tail → tail_9")
        open_menu_of(app, "fused_tail → tail_9")
        shoot(app, "compare-part")
        app.press(None, "Part This Pair")
        app.find("row", "fused_tail")
        app.find("row", "tail_9")
        app.find("label", re.compile("^9 rows$"))
    if any("hand" in row["match"] for row in compare(stage, *paths)["kernels"][1:] if row["match"]):
        raise AssertionError("The command line used what the window remembers")


@scenario("compare: one profile alone: the empty state, and its slowest step compared with its median step")
def alone(stage):
    with run_of(stage) as app:
        app.find(name="Summary")
        app.screen.key("alt+4")
        app.find("label", "Compare needs a second profile")
        app.find("button", "Open…")
        shoot(app, "compare-empty")
        app.press("button", "Compare the Slowest Step With the Median Step")
        app.find("button", re.compile("^Baseline A: run, Median step"))
        app.find("button", re.compile("^Compared B: run, Step 9"))
        app.wait("the headline", lambda: headline_of(app).startswith("The step takes 4.000 ms longer"))
        shoot(app, "compare-steps")

        # Another part, by the menu of the side.
        app.press("button", re.compile("^Compared B"))
        app.press(None, "Steps…")
        app.find("text box", "Steps")
        app.screen.key("ctrl+a")
        type_text(app, "7..8")
        app.screen.key("Return")
        app.find("button", re.compile("^Compared B: run, Steps 7 to 8"))
        app.wait("the headline", lambda: "takes 10.00 ms on both sides" in headline_of(app))


def ranks(stage):
    """A folder of two, of which the second does the same in a longer time."""
    folder = stage.path("ranks")
    os.makedirs(folder, exist_ok=True)
    for rank, events in enumerate((training.events(), slower_events())):
        stage.write_trace(os.path.join("ranks", f"rank{rank}.json"), events, deviceProperties=training.DEVICES,
                          distributedInfo={"rank": rank, "world_size": 2})
    return folder


@scenario("compare: one profile alone: a rank is compared with another by the menus of its sides")
def rank_with_rank(stage):
    with stage.app(ranks(stage)) as app:
        app.find(name="Summary")
        app.screen.key("alt+4")
        app.find("button", re.compile("^Baseline A: ranks, Whole profile"))
        app.press("button", "Compare Parts of This Profile")
        for letter, rank in (("Baseline A", 0), ("Compared B", 1)):
            app.press("button", re.compile(f"^{letter}: ranks, Whole profile$"))
            app.press(None, "Rank")
            app.press(None, f"Rank {rank}")
            app.find("button", re.compile(f"^{letter}: ranks, Whole profile, Rank {rank}"))
        expected = plain(compare(stage, ranks(stage), "--rank", "0", "--rank", "1")["headline"][0]).split(" (")[0]
        app.wait(f"the headline {expected!r}", lambda: headline_of(app).startswith(expected))


@scenario("compare: the menu of a step leads to its comparison with the median step")
def step(stage):
    with run_of(stage) as app:
        timeline = timeline_of(app)
        overview = app.find(name="Overview")
        left, top, _, _ = app.rectangle(overview)
        canvas_left, _, width, _ = app.rectangle(timeline.canvas)
        app.screen.click(canvas_left + 0.6 * width, top + 8, button=SECONDARY)
        app.press(None, "Compare With the Median Step")
        app.find("button", re.compile("^Baseline A: run, Median step"))
        app.find("button", re.compile("^Compared B: run, Step 9"))


@scenario("compare: an operator is opened by its arrow and by Right: the kernels that it launched are beneath it; Left closes it")
def operator(stage):
    with stage.app(*two_runs(stage)) as app:
        compare_of(app)
        app.press("list item", "Operators")
        app.find("label", re.compile("^1 row$"))
        app.settle()
        app.press("row", "aten::mm")
        app.screen.key("Right")
        app.find("row", "front_9")
        app.find("label", re.compile("^1 row$"))
        shoot(app, "compare-operator")
        app.press("row", "front_8")
        app.find("image", "Durations of the chosen row", re.compile("B: second, Whole profile: 1 slice, median 6[.,]000"))
        app.screen.key("Left", "Left")
        app.wait("the operator is closed", lambda: not app.has("row", "front_9"))
        left, top, _, height = app.rectangle(app.find("row", "aten::mm"))
        app.screen.click(left + 13, top + height / 2)
        app.find("row", "front_9")
        open_menu_of(app, "aten::mm")
        app.press(None, "Hide the Kernels")
        app.wait("the operator is closed", lambda: not app.has("row", "front_9"))


@scenario("compare: the comparison is saved as a picture, from its button and from the commands; the menu leads to the page")
def picture(stage):
    folder = stage.path("comparison")
    os.makedirs(folder, exist_ok=True)

    def save(app, name):
        app.find(name="Save as Picture", anywhere=True)
        app.settle()
        app.screen.key("ctrl+a")
        app.screen.type(os.path.join(folder, name))
        app.screen.key("Return")
        app.wait("the picture", lambda: os.path.exists(os.path.join(folder, name)))
        app.find("label", f"Saved as {name}")

    with stage.app(*two_runs(stage)) as app:
        app.find(name="Summary")
        app.press("button", "Main menu")
        app.press("menu item", "Compare Profiles")
        app.find("button", re.compile("^Baseline A: first, Whole profile"))
        app.wait("the headline", lambda: headline_of(app))
        app.press("button", "Save the comparison as a picture")
        save(app, "comparison.svg")
        with open(os.path.join(folder, "comparison.svg"), encoding="utf-8") as file:
            assert "<svg" in file.read(1000)
        app.screen.key("ctrl+k")
        app.wait("the commands", lambda: app.focused() and app.focused().role in ("text box", "search box", "entry"))
        type_text(app, "Save the comparison")
        app.settle()
        app.screen.key("Return")
        save(app, "comparison.png")
        # The dialog still reads folders for a while.
        app.settle(1)


@scenario("compare: profiles chosen in the list of the start page are loaded and compared, in the order of the list")
def chosen(stage):
    home, folder = stage.desktop.new_home(), runs(stage, "first.json", "second.json", "third.json")
    watch_folder(stage, home, folder)
    with stage.app(home=home) as app:
        library_of(app, "first", "second", "third")
        type_text(app, "ir")
        app.wait("first and third", lambda: not app.has("row", re.compile("second")))
        app.screen.key("Down", "space", "Down", "space")
        app.find(name="2 ticked")
        app.press("button", "Compare 2")
        baseline = app.find("button", re.compile("^Baseline A: (first|third), Whole profile")).name
        other = app.find("button", re.compile("^Compared B: (first|third), Whole profile")).name
        if ("first" in baseline) == ("first" in other):
            raise AssertionError(f"One profile is both sides: {baseline}; {other}")
        app.wait("the headline", lambda: headline_of(app))
        shoot(app, "compare-chosen")


def costs_of(app):
    """The card at the end of the page, in view."""
    app.find("label", "Step time, mean", anywhere=True)
    left, top, width, height = app.window_rectangle()
    app.screen.wheel(left + width // 2 + 100, top + height // 2, 60)
    app.settle()


TITLES = ("GPUs", "Nodes", "Step time, mean", "Samples per second", "Price per hour, all nodes", "Cost of a step",
          "Cost of 1000 steps", "Cost of idle, 1000 steps", "Cost of exposed communication, 1000 steps",
          "Cost of a million samples", "Scaling efficiency")


def rows_of(app):
    """The values of A and B of each row of the card, which is the last on the page; while it is made anew it has none."""
    def read():
        names = [node.name.replace("\u00a0", " ").replace("\u202f", " ") for node in app.find_all("label")]
        last = {name: i for i, name in enumerate(names)}
        return {title: names[last[title] + 1:last[title] + 3] for title in TITLES} if set(TITLES) <= set(last) else None

    return app.wait("all rows of the card", read)


@scenario("compare: prices and samples are entered, give costs, are remembered, and unknown ones are said", sanitized=True)
def costs(stage):
    home = stage.desktop.new_home()
    devices = [{"id": i, "name": "NVIDIA H100"} for i in range(8)]
    paths = [stage.write_trace(f"{name}.json", events, deviceProperties=devices,
                               distributedInfo={"backend": "nccl", "rank": 0, "world_size": world})
             for name, events, world in (("first", training.events(), 8), ("second", slower_events(), 16))]
    given = ("--price", "H100=36:EUR", "--batch", "64", "--batch", "96")
    expected = json.loads(subprocess.run([stage.program, "compare", *paths, *given, "--json"], check=True,
                                         capture_output=True).stdout)["cost"]
    with stage.app(*paths, home=home) as app:
        compare_of(app)
        costs_of(app)
        app.find("label", "Cost and scaling")
        app.find("label", re.compile("^Enter the price of a node to see costs. Enter the samples of a step"))
        rows = rows_of(app)
        if rows["Cost of a step"] != ["n/a", "n/a"] or rows["Nodes"] != ["1", "2"]:
            raise AssertionError(f"Before anything was entered: {rows}")
        app.press("button", "Prices and Samples…")
        app.find(name="Prices and Samples", anywhere=True)
        app.settle(0.6)
        app.screen.xdotool("mousemove_relative", "1", "1")
        shoot(app, "compare-cost-dialog")
        for text in ("64", "96", "many"):
            type_text(app, text)
            app.screen.key("Tab")
            app.settle()
        app.wait("Save waits for a number", lambda: "sensitive" not in app.find("button", "Save", anywhere=True).states)
        app.screen.key("shift+Tab")
        app.settle()
        type_text(app, "36")
        app.screen.key("Tab")
        app.settle()
        app.screen.key("ctrl+a")
        type_text(app, "EUR")
        app.screen.key("Return")
        prices = ["36 EUR", "72 EUR"]
        app.wait("the price per hour", lambda: rows_of(app)["Price per hour, all nodes"] == prices)
        rows = rows_of(app)
        for title, key in (("Samples per second", "samples_per_second"), ("Cost of 1000 steps", "cost_per_1000_steps"),
                           ("Cost of idle, 1000 steps", "idle_cost_per_1000_steps"),
                           ("Cost of a million samples", "cost_per_million_samples")):
            for shown, cost in zip(rows[title], expected):
                if not close(number(shown.removesuffix(" EUR")), cost[key], 1e-3):
                    raise AssertionError(f"{title}: {shown} in the window, {cost[key]} on the command line")
        for shown, cost in zip(rows["Scaling efficiency"], expected):
            if not re.fullmatch(percent(100 * cost["scaling_efficiency"]), shown):
                raise AssertionError(f"Scaling efficiency: {shown} instead of {cost['scaling_efficiency']}")
        shoot(app, "compare-cost")
    with stage.app(*paths, home=home) as app:
        compare_of(app)
        costs_of(app)
        app.wait("what was remembered", lambda: rows_of(app)["Price per hour, all nodes"] == prices)
        app.resize(720, 600)
        costs_of(app)
        shoot(app, "compare-cost-narrow")
        app.press("button", "Prices and Samples…")
        app.find(name="Prices and Samples", anywhere=True)
        app.settle(0.6)
        app.screen.xdotool("mousemove_relative", "1", "1")
        app.screen.key("ctrl+a", "BackSpace", "Return")
        app.wait("samples are not known any more", lambda: rows_of(app)["Samples per second"][0] == "n/a")


def mapped(app):
    """The profiles that the program has in memory."""
    with open(f"/proc/{app.process.pid}/maps", encoding="utf-8") as file:
        return {line.split(maxsplit=5)[-1] for line in file if "/stepscope/profiles/" in line}


@scenario("compare: profiles that were compared leave the memory some seconds after they are unloaded")
def unloaded(stage):
    with stage.app(*two_runs(stage)) as app:
        compare_of(app)
        app.find("label", "Step time, mean")
        app.press("list item", "Kernels")
        app.find("label", re.compile("^8 rows$"))
        if len(mapped(app)) != 2:
            raise AssertionError(f"In memory: {mapped(app)}")
        app.screen.key("ctrl+w")
        app.find("label", "Compare needs a second profile")
        app.screen.key("ctrl+w")
        app.find(name="Open a GPU Profile")
        app.wait("nothing in memory", lambda: not mapped(app), 30)
