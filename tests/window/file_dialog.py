# SPDX-License-Identifier: Apache-2.0
"""What asks for a file. It is not on the accessibility bus: GTK's own dialog, which stands in where there is no portal."""


class FileDialog:
    """Keys go where the pointer is."""

    def __init__(self, app, show):
        """show () does what makes the dialog come up."""
        self._app, known = app, app.screen.windows()
        show()
        self._number = app.wait("the dialog", lambda: next(
            (number for number, place in app.screen.windows().items() if number not in known and place[2] > 300), None))
        app.settle(0.6)
        x, y, width, height = app.screen.windows()[self._number]
        app.screen.move(x + width // 2, y + height - 4)

    def _wait_closed(self):
        self._app.wait("the dialog is closed", lambda: self._number not in self._app.screen.windows())

    def escape(self):
        self._app.screen.key("Escape")
        self._wait_closed()

    def type(self, path):
        """The whole path, which both kinds of dialog understand."""
        self._app.screen.key("ctrl+a")
        self._app.screen.type(path, 15)
        self._app.settle(0.6)

    def accept(self):
        self._app.screen.key("Return")
        self._wait_closed()

    def give(self, path):
        self.type(path)
        self.accept()
