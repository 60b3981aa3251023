# SPDX-License-Identifier: Apache-2.0
"""Where the widgets of a program are, and what is cut of them, as widget_places.c tells it."""

import os
import signal

from preloaded import preloaded

FIELDS = ("depth", "type", "toplevel", "x", "y", "width", "height", "least", "natural", "scrolled", "cut", "tooltip",
          "text")
NUMBERS = ("depth", "x", "y", "width", "height", "least", "natural")

# Parts that the style sheet of GTK draws beyond the widget they belong to, by a pixel or as far as a shadow.
DRAWN_BEYOND = ("GtkGizmo", "AdwGizmo")
BEYOND_PX = 1


class Place:
    def __init__(self, line):
        values = dict(zip(FIELDS, line.split("\t")))
        for name, value in values.items():
            setattr(self, name, int(value) if name in NUMBERS else value)

    def __repr__(self):
        return f"{self.type} {self.text!r} at {self.x}, {self.width} wide (least {self.least})"


def environment(stage, *modules):
    """For Stage.app (): the program can be asked. modules: preloaded as well."""
    return {**preloaded(stage.environment, os.environ["STEPSCOPE_WIDGET_PLACES_MODULE"], *modules),
            "STEPSCOPE_WIDGET_PLACES": stage.path("widget-places")}


def widget_places(app, stage):
    """Of all widgets that are mapped, top down."""
    path = stage.path("widget-places")
    if os.path.exists(path):
        os.unlink(path)
    app.process.send_signal(signal.SIGUSR1)

    def answer():
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except FileNotFoundError:
            return None
        return text if text.endswith("end\n") else None

    return [Place(line) for line in app.wait("the places of the widgets", answer).splitlines()[:-1]]


def below(places, kind):
    """The places of what is in the first widget of a type, itself included."""
    start = next((i for i, place in enumerate(places) if place.type == kind), len(places))
    found = places[start:start + 1]
    for place in places[start + 1:]:
        if place.depth <= found[0].depth:
            break
        found.append(place)
    return found


def texts(places):
    return [place.text for place in places if place.text]


def check_places(app, stage, what, width):
    """The window is so wide, nothing in it is beyond it, and no text is cut without a tooltip."""
    places = widget_places(app, stage)
    wide = app.window_rectangle()[2]
    if wide != width:
        raise AssertionError(f"{what}: the window is {wide} px wide instead of {width} px")
    beyond = [place for place in places
              if place.toplevel == "AppWindow" and place.depth > 0 and not place.scrolled
              and place.type not in DRAWN_BEYOND
              and (place.x < -BEYOND_PX or place.x + place.width > width + BEYOND_PX)]
    if beyond:
        raise AssertionError(f"{what}: these widgets reach beyond {width} px: {beyond}")
    cut = [place for place in places if place.cut and not place.tooltip]
    if cut:
        raise AssertionError(f"{what}: these texts are cut and have no tooltip: {cut}")
