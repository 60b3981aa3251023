# SPDX-License-Identifier: Apache-2.0
"""Pictures of the window for people to judge: shots.py PROGRAM FOLDER [PROFILE...].

Start page, dashboard, the timeline whole, one step with an arrow, connections, and health; in both themes and two
sizes; of the sample, of the profiles named, of a damaged one, and with texts 40 % longer.
"""

import os
import re
import sys
import tempfile

import pseudo
import training
from accessible import Gone
from desktop import Desktop
from scenario import Stage
from timeline import CANVAS

SIZES = ((1280, 800), (1920, 1080))
THEMES = {"light": "prefer-light", "dark": "prefer-dark"}
FRAME_PX = 10  # of a window without a window manager, both sides together
MAX_SELECTIONS = 60


class Album:
    def __init__(self, stage, folder, size, theme, **environment):
        self._stage, self._folder, self._size, self._theme = stage, folder, size, theme
        self._environment = {"ADW_DEBUG_COLOR_SCHEME": THEMES[theme], **environment}

    def _open(self, *paths):
        return self._stage.app(*paths, **self._environment)

    def _save(self, app, profile, name):
        app.settle(0.5)
        width, height = self._size
        path = os.path.join(self._folder, f"{profile}-{name}-{width}x{height}-{self._theme}.png")
        app.save(path)
        print(path, flush=True)

    def start(self):
        with self._open() as app:
            app.resize(*self._size)
            self._save(app, "start", "page")

    def profile(self, name, path):
        with self._open(path) as app:
            app.resize(*self._size)
            app.wait("the dashboard", lambda: app.has("image", description=re.compile("[0-9]")), 60)
            self._save(app, name, "dashboard")
            app.screen.key("alt+2")
            app.wait("the timeline", lambda: app.has(description=CANVAS))
            canvas = app.find(description=CANVAS)
            self._save(app, name, "timeline")
            self._step(app, canvas, name)
            pill = app.root.find("button", re.compile("^Health"))
            if pill is not None:
                app.click(pill)
            else:
                app.screen.key("ctrl+i")
            self._save(app, name, "information")

    def _step(self, app, canvas, name):
        """The median step, with the first device activity in it that has a launch."""
        app.click(canvas, at=(0.999, 0.999))
        app.screen.key("Escape", "shift+period")
        app.settle(0.5)
        app.screen.key("Right")
        for _ in range(MAX_SELECTIONS):
            app.settle(0.25)
            if "launched" in canvas.description:
                break
            app.screen.key("Down")
        self._save(app, name, "step")
        app.screen.key("shift+f")
        self._save(app, name, "arrow")
        connections = app.root.find(name=re.compile("^Connections"))
        if connections is not None:
            app.click(connections)
            self._save(app, name, "connections")


def main(program, folder, *paths):
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        for size in SIZES:
            with Desktop(size[0] + FRAME_PX, size[1] + FRAME_PX) as desktop:
                stage = Stage(desktop, program, work)
                profiles = {"sample": stage.sample}
                profiles.update((os.path.basename(path.rstrip("/")).partition(".")[0], path) for path in paths)
                events = training.events()
                events.insert(10, {"ph": "X", "cat": "kernel", "name": "lost", "pid": 0, "tid": 7, "ts": "soon"})
                profiles["damaged"] = stage.write_trace("damaged.json", events)
                for theme in THEMES:
                    album = Album(stage, folder, size, theme)
                    album.start()
                    for name, path in profiles.items():
                        try:
                            album.profile(name, path)
                        except (AssertionError, Gone) as error:
                            print(f"{name}: {error}", file=sys.stderr, flush=True)
                pseudo.install(os.environ["STEPSCOPE_SOURCE"], os.path.join(work, "locale"))
                long = Album(stage, folder, size, "light", STEPSCOPE_LOCALEDIR=os.path.join(work, "locale"),
                             LANGUAGE=pseudo.LANGUAGE)
                long.profile("long-texts", stage.sample)


if __name__ == "__main__":
    source = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    os.environ.setdefault("STEPSCOPE_SOURCE", source)
    os.environ.setdefault("STEPSCOPE_BUILD", os.path.join(source, ".build"))
    main(*sys.argv[1:])
