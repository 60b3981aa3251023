# SPDX-License-Identifier: Apache-2.0
"""The timeline's canvas as a scenario uses it: where a time is on the screen, and what the canvas says of itself."""

import re

from figures import durations_ns

CANVAS = re.compile(r"^-?[0-9][^;]* [0-9]+ [^ ;]+(;|$)")  # "0 ns to 465.3 ms, 14 rows; selected: ..."
ROW_PX = 14  # from click to click down the canvas: less than a lane is high


class Timeline:
    def __init__(self, app):
        self._app = app
        self.canvas = app.find(name="Timeline", description=CANVAS)

    def text(self):
        return self.canvas.description

    def span_ns(self):
        """What is in view: begin and end, to four digits."""
        begin, end = durations_ns(self.text().partition(";")[0])
        return begin, end

    def length_ns(self):
        begin, end = self.span_ns()
        return end - begin

    def selected(self):
        """What is selected, as a sentence; "": nothing."""
        return self.text().partition("; selected: ")[2]

    def wait(self, what, condition):
        """The canvas describes itself when it has come to rest."""
        return self._app.wait(f"{what} (now: {self.text()})", condition)

    def wait_selected(self, pattern):
        self.wait(f"selected: {pattern}", lambda: re.search(pattern, self.selected()))

    def wait_span(self, what, condition):
        """condition (begin_ns, end_ns)"""
        self.wait(what, lambda: condition(*self.span_ns()))

    def x(self, time_ns):
        """Where the time is on the screen."""
        begin, end = self.span_ns()
        x, _, width, _ = self._app.rectangle(self.canvas)
        return x + (time_ns - begin) / (end - begin) * width

    def middle(self):
        return self._app.point(self.canvas)

    def click_slice(self, time_ns, pattern):
        """Clicks down the column of a time until what is selected is described so; returns where it was hit."""
        _, top, _, height = self._app.rectangle(self.canvas)
        x = self.x(time_ns)
        for y in range(top + ROW_PX // 2, top + height, ROW_PX):
            before = self.text()
            self._app.screen.click(x, y)
            self._app.settle(0.25)
            if self.text() != before and re.search(pattern, self.selected()):
                return x, y
        raise AssertionError(f"Nothing at {time_ns} ns has a description that matches {pattern!r}")
