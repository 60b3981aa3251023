# SPDX-License-Identifier: Apache-2.0
"""What was copied, as another program gets it: clipboard.py, on the display of its environment, prints it."""

import os
import subprocess
import sys

from screen import HANG_S


def text(desktop):
    """The text on the clipboard of the desktop; None: there is none. Asked by a process of its own, since a program
    has one display for all of its life."""
    environment = {"PATH": os.environ["PATH"], "DISPLAY": desktop.display, "GDK_BACKEND": "x11"}
    result = subprocess.run([sys.executable, os.path.abspath(__file__)], env=environment, timeout=HANG_S,
                            capture_output=True, check=False)
    return result.stdout.decode("utf-8") if result.returncode == 0 else None


def has_picture(desktop):
    """Whether there is a picture on it."""
    environment = {"PATH": os.environ["PATH"], "DISPLAY": desktop.display, "GDK_BACKEND": "x11"}
    result = subprocess.run([sys.executable, os.path.abspath(__file__), "formats"], env=environment, timeout=HANG_S,
                            capture_output=True, check=False)
    return b"image/png" in result.stdout


def main():
    import gi
    gi.require_version("Gdk", "4.0")
    from gi.repository import Gdk, GLib

    loop, read = GLib.MainLoop(), []

    def finish(clipboard, result):
        try:
            read.append(clipboard.read_text_finish(result))
        except GLib.Error:
            pass
        loop.quit()

    display = Gdk.Display.open(os.environ["DISPLAY"])
    if sys.argv[1:] == ["formats"]:
        GLib.timeout_add(500, loop.quit)  # who has it is asked in the loop
        loop.run()
        print(display.get_clipboard().get_formats().to_string())
        return
    display.get_clipboard().read_text_async(None, finish)
    GLib.timeout_add_seconds(10, loop.quit)
    loop.run()
    if not read or read[0] is None:
        sys.exit(1)
    sys.stdout.buffer.write(read[0].encode("utf-8"))


if __name__ == "__main__":
    main()
