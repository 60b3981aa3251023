# SPDX-License-Identifier: Apache-2.0
"""Scenarios: several profiles in one window, and what each says about itself."""

import re

import training
from scenario import scenario


@scenario("profiles: a second one is added; the switcher goes between them; unloading can be undone", sanitized=True)
def switcher(stage):
    first = stage.write_trace("first.json", training.events())
    second = stage.write_trace("second.json", training.events())
    with stage.app(first, second) as app:
        app.find(name="Summary")
        app.wait("the second is shown", lambda: "second" in app.title())
        app.press("button", "Profile: second")
        app.find(name="Loaded profiles")
        app.press("label", "first")
        app.wait("the first is shown", lambda: "first" in app.title())
        app.screen.key("ctrl+w")
        app.find(name=re.compile("first.*unloaded"))
        app.wait("the second is shown again", lambda: "second" in app.title())
        app.press("button", "Undo")
        app.wait("the first is back", lambda: "first" in app.title())


def focus_name(app):
    node = app.focused()
    return node.name if node is not None else None


@scenario("profiles: the menu of more than eight shows the one in view, arrows go through it, and it follows what is loaded")
def many(stage):
    paths = [stage.write_trace(f"p{i}.json", training.events()) for i in range(12)]
    with stage.app(*paths[:-1]) as app:
        app.find(name="Summary")
        app.wait("the last is shown", lambda: "p10" in app.title())
        app.press("button", "Profile: p10")
        app.wait("the keyboard is at the one in view", lambda: focus_name(app) == "p10")
        app.find("radio", "p10")
        app.settle(1.5)
        if sum(window.is_popup for window in app.desktop.hands.windows()) != 1:
            raise AssertionError("A tooltip lies over the menu")
        app.screen.key("Up", "Up")
        app.wait("two rows further up", lambda: focus_name(app) == "p8")
        if "p10" not in app.title():
            raise AssertionError("An arrow has chosen a profile")
        app.hand_over(paths[-1])
        app.wait("the new one is in the menu", lambda: app.root.find("radio", "p11") is not None)
        app.wait("the keyboard is at it, since it is in view", lambda: focus_name(app) == "p11")
        app.screen.key("Up", "Up", "Up", "space")
        app.wait("the chosen one is shown", lambda: "p8" in app.title())
        app.press("button", "Profile: p8")
        app.press("button", "Unload p7")
        app.find(name=re.compile("p7.*unloaded"))
        app.press("button", "Profile: p8")
        app.wait("the keyboard is at the one in view", lambda: focus_name(app) == "p8")
        if app.root.find("radio", "p7") is not None:
            raise AssertionError("The menu has a profile that was unloaded")
        app.screen.key("Escape")


@scenario("profiles: the same file opened twice is one profile")
def twice(stage):
    path = stage.write_trace("once.json", training.events())
    with stage.app(path, path) as app:
        app.find(name="Summary")
        app.settle()
        app.press("button", "Profile: once")
        app.find(name="Loaded profiles")
        if len(app.find_all("button", re.compile("^Unload once"))) != 1:
            raise AssertionError("The list has more than one row")
        app.screen.key("Escape")


@scenario("profiles: Ctrl+I shows information and health; Escape or Back returns")
def information(stage):
    path = stage.write_trace("about.json", training.events(), deviceProperties=training.DEVICES)
    with stage.app(path) as app:
        app.find(name="Summary")
        app.screen.key("ctrl+i")
        app.find("button", "Copy All")
        app.find(name=re.compile("H100 80GB HBM3"), anywhere=True)
        app.find(name="Health", anywhere=True)
        app.press("button", "Back")
        app.wait_gone("button", "Copy All")
        app.find("image", "Summary")
        app.screen.key("ctrl+i")
        app.find("button", "Copy All")
        app.screen.key("Escape")
        app.wait_gone("button", "Copy All")


@scenario("profiles: a limited scope is shown, applies to the figures, and its x resets it", sanitized=True)
def scope(stage):
    path = stage.write_trace("scoped.json", training.events())
    with stage.app(path) as app:
        summary = app.find(name="GPU active time", description=re.compile("[0-9]"))
        whole = summary.description
        app.screen.key("alt+2")
        app.find(name="Timeline", description=re.compile("rows"))
        app.screen.key("shift+comma")
        app.settle()
        app.press("button", "Time: Whole profile")
        app.press("label", "Timeline view")
        app.screen.key("Escape")
        app.screen.key("alt+1")
        app.wait("figures of the step", lambda: app.find("image", "GPU active time").description != whole)
        app.press("button", "Time: reset")
        app.wait("figures of the whole", lambda: app.find("image", "GPU active time").description == whole)
