# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the window of preferences."""

import os
import re
import time

from scenario import scenario

MEGABYTE = 1 << 20


def fill_cache(home, *megabytes):
    """Native files of these sizes, as far as their names go."""
    folder = os.path.join(home, "cache", "stepscope", "profiles")
    os.makedirs(folder, 0o700, exist_ok=True)
    for i, size in enumerate(megabytes):
        with open(os.path.join(folder, f"{i:032x}.stepscope"), "wb") as file:
            file.write(b"\1" * (size * MEGABYTE))
    return folder


def close(app):
    """The row that has the focus may take an Escape for itself."""
    def is_closed():
        app.screen.key("Escape")
        app.settle()
        return len(app.root.children) == 1

    app.wait("the window of preferences to close", is_closed)


def stored(home, key):
    """The value of a setting; None: as by default."""
    try:
        with open(os.path.join(home, "config", "glib-2.0", "settings", "keyfile"), encoding="utf-8") as file:
            match = re.search(rf"^{key}=(.*)$", file.read(), re.M)
    except FileNotFoundError:
        return None
    return match.group(1) if match else None


@scenario("preferences: the cache shows its path and size, and clearing it shows what was freed", sanitized=True)
def clear_cache(stage):
    home = stage.desktop.new_home()
    folder = fill_cache(home, 2, 1)
    with stage.app(home=home) as app:
        app.find(name="Open a GPU Profile")
        app.screen.key("ctrl+comma")
        app.find(name=re.compile(r"3[.,]1\d*.MB, 2 profiles"))
        app.find(name=re.compile(re.escape(folder)))
        app.press("button", "Clear Cache")
        app.find(name=re.compile(r"3[.,]1\d*.MB freed"))
        app.find(name="empty")
        app.wait("an empty folder", lambda: not [name for name in os.listdir(folder) if name.endswith(".stepscope")])
        close(app)


@scenario("preferences: a smaller cache limit is stored and applies at once")
def limit(stage):
    home = stage.desktop.new_home()
    folder = fill_cache(home, 1)
    with stage.app(home=home) as app:
        app.find(name="Open a GPU Profile")
        app.screen.key("ctrl+comma")
        spin = app.find("spin button", "Limit in GiB", anywhere=True)
        app.click(spin, at=(0.2, 0.5))
        app.screen.key("ctrl+a")
        app.screen.key("0", "Tab")
        app.find(name=re.compile(r"1[.,]0\d*.MB freed"))
        app.wait("an empty folder", lambda: not [name for name in os.listdir(folder) if name.endswith(".stepscope")])
        app.wait("the setting", lambda: stored(home, "cache-limit-gib") == "0")
        close(app)


@scenario("preferences: a style is stored")
def style(stage):
    home = stage.desktop.new_home()
    with stage.app(home=home) as app:
        app.find(name="Open a GPU Profile")
        app.screen.key("ctrl+comma")
        app.click(app.find(name="Style"))
        app.find("label", "Dark")
        app.settle()
        app.screen.key("Down", "Down", "Return")
        app.wait("the setting", lambda: stored(home, "color-scheme") == "'dark'")
        close(app)


@scenario("preferences: a limit typed but not confirmed before the window closes applies", sanitized=True)
def limit_unconfirmed(stage):
    home = stage.desktop.new_home()
    folder = fill_cache(home, 1)
    with stage.app(home=home) as app:
        app.find(name="Open a GPU Profile")
        app.screen.key("ctrl+comma")
        spin = app.find("spin button", "Limit in GiB", anywhere=True)
        app.click(spin, at=(0.2, 0.5))
        app.screen.key("ctrl+a")
        app.screen.key("0")
        close(app)
        app.wait("the setting", lambda: stored(home, "cache-limit-gib") == "0")
        app.wait("an empty folder", lambda: not [name for name in os.listdir(folder) if name.endswith(".stepscope")])
        # Longer than a limit waits that is still being turned.
        time.sleep(2)
        app.find(name="Open a GPU Profile")
