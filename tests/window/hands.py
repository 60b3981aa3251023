# SPDX-License-Identifier: Apache-2.0
"""Hands that are faster than a program per press: keys, the pointer and the size of windows by the X server's own test
extension, through the libraries that xdotool brings.
"""

import ctypes
import time
from ctypes import POINTER, byref, c_char_p, c_int, c_long, c_uint, c_ulong, c_void_p

MODIFIERS = {"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L"}
BUTTONS = range(1, 4)

CONFIGURE_NOTIFY, CLIENT_MESSAGE = 22, 33
STRUCTURE_NOTIFY = 1 << 17
IS_VIEWABLE = 2
NOW = 0


class _Attributes(ctypes.Structure):
    """XWindowAttributes of Xlib.h."""
    _fields_ = [("x", c_int), ("y", c_int), ("width", c_int), ("height", c_int), ("border_width", c_int),
                ("depth", c_int), ("visual", c_void_p), ("root", c_ulong), ("class", c_int), ("bit_gravity", c_int),
                ("win_gravity", c_int), ("backing_store", c_int), ("backing_planes", c_ulong),
                ("backing_pixel", c_ulong), ("save_under", c_int), ("colormap", c_ulong), ("map_installed", c_int),
                ("map_state", c_int), ("all_event_masks", c_long), ("your_event_mask", c_long),
                ("do_not_propagate_mask", c_long), ("override_redirect", c_int), ("screen", c_void_p)]


class _ClientMessage(ctypes.Structure):
    """XClientMessageEvent of Xlib.h, as long as an XEvent."""
    _fields_ = [("type", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p),
                ("window", c_ulong), ("message_type", c_ulong), ("format", c_int), ("data", c_long * 5),
                ("rest", c_long * 24)]


class _Configured(ctypes.Structure):
    """XConfigureEvent of Xlib.h, as long as an XEvent."""
    _fields_ = [("type", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p), ("event", c_ulong),
                ("window", c_ulong), ("x", c_int), ("y", c_int), ("width", c_int), ("height", c_int),
                ("border_width", c_int), ("above", c_ulong), ("override_redirect", c_int), ("rest", c_long * 24)]


class NoKey(ValueError):
    """The keyboard has no such key."""


class Window:
    """As it was when it was looked at; number is its name on the X server."""

    def __init__(self, number, attributes):
        self.number = number
        self.x, self.y, self.width, self.height = attributes.x, attributes.y, attributes.width, attributes.height
        self.is_popup = bool(attributes.override_redirect)

    def holds(self, x, y):
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Hands:
    def __init__(self, display):
        self._x11, self._xtst = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self._declare()
        # A window may be gone by the time that something is asked of it: no reason to end this program, as Xlib does. What is
        # called instead only returns. It is no function of Python's: after some 70 scenarios calling one was signal 11.
        self._on_error = ctypes.cast(ctypes.CDLL(None).labs, c_void_p)
        self._x11.XSetErrorHandler.argtypes = [c_void_p]
        self._x11.XSetErrorHandler(self._on_error)
        self._display = self._open(display)
        self._root = self._x11.XDefaultRootWindow(self._display)
        self._shift = self._code(self._x11.XStringToKeysym(b"Shift_L"))
        self.at = (0, 0)

    def _declare(self):
        x11, xtst = self._x11, self._xtst
        x11.XOpenDisplay.argtypes, x11.XOpenDisplay.restype = [c_char_p], c_void_p
        x11.XDefaultRootWindow.argtypes, x11.XDefaultRootWindow.restype = [c_void_p], c_ulong
        x11.XStringToKeysym.argtypes, x11.XStringToKeysym.restype = [c_char_p], c_ulong
        x11.XKeysymToKeycode.argtypes, x11.XKeysymToKeycode.restype = [c_void_p, c_ulong], ctypes.c_ubyte
        x11.XkbKeycodeToKeysym.argtypes = [c_void_p, ctypes.c_ubyte, c_uint, c_uint]
        x11.XkbKeycodeToKeysym.restype = c_ulong
        x11.XInternAtom.argtypes, x11.XInternAtom.restype = [c_void_p, c_char_p, c_int], c_ulong
        x11.XQueryTree.argtypes = [c_void_p, c_ulong, POINTER(c_ulong), POINTER(c_ulong), POINTER(POINTER(c_ulong)),
                                   POINTER(c_uint)]
        x11.XGetWindowAttributes.argtypes = [c_void_p, c_ulong, POINTER(_Attributes)]
        x11.XMoveWindow.argtypes = [c_void_p, c_ulong, c_int, c_int]
        x11.XMoveResizeWindow.argtypes = [c_void_p, c_ulong, c_int, c_int, c_uint, c_uint]
        x11.XSendEvent.argtypes = [c_void_p, c_ulong, c_int, c_long, c_void_p]
        x11.XSync.argtypes = [c_void_p, c_int]
        x11.XFree.argtypes = x11.XCloseDisplay.argtypes = [c_void_p]
        xtst.XTestFakeKeyEvent.argtypes = [c_void_p, c_uint, c_int, c_ulong]
        xtst.XTestFakeButtonEvent.argtypes = [c_void_p, c_uint, c_int, c_ulong]
        xtst.XTestFakeMotionEvent.argtypes = [c_void_p, c_int, c_int, c_int, c_ulong]

    def _open(self, name):
        """A server that takes its first clients is not always there at once."""
        for _ in range(50):
            display = self._x11.XOpenDisplay(name.encode())
            if display:
                return display
            time.sleep(0.1)
        raise OSError(f"Cannot open the display {name}")

    def close(self):
        self._x11.XCloseDisplay(self._display)

    def sync(self):
        """Until the server has done all that was asked of it."""
        self._x11.XSync(self._display, 0)

    # ---- keys ----

    def _code(self, keysym):
        return self._x11.XKeysymToKeycode(self._display, keysym)

    def _key_of(self, name):
        """Its key, and whether it is there with Shift alone. A number is a key's own, whatever is on it."""
        if isinstance(name, int):
            return name, False
        keysym = ord(name) if len(name) == 1 else self._x11.XStringToKeysym(name.encode())
        code = self._code(keysym)
        if code:
            for level, needs_shift in enumerate((False, True)):
                if self._x11.XkbKeycodeToKeysym(self._display, code, 0, level) == keysym:
                    return code, needs_shift
        raise NoKey(f"No key has the name {name!r}, alone or with Shift")

    def _send_key(self, code, is_down):
        self._xtst.XTestFakeKeyEvent(self._display, code, is_down, NOW)

    def key_down(self, name):
        self._send_key(self._key_of(name)[0], 1)
        self.sync()

    def key_up(self, name):
        self._send_key(self._key_of(name)[0], 0)
        self.sync()

    def key(self, names, pause_s=0):
        """Presses and releases "ctrl+shift+f", or "F3"; a character that needs Shift gets it. Pauses after each of these."""
        *modifiers, name = [names] if isinstance(names, int) else names.split("+")
        self._press([self._key_of(MODIFIERS[modifier])[0] for modifier in modifiers], name, pause_s)

    def can_write(self, text):
        """Whether all of its characters are on the keyboard, alone or with Shift."""
        try:
            return text.isascii() and all(self._key_of(character) for character in set(text))
        except NoKey:
            return False

    def write(self, text, pause_s=0):
        for character in text:
            self._press([], character, pause_s)

    def _press(self, held, name, pause_s):
        code, needs_shift = self._key_of(name)
        if needs_shift and self._shift not in held:
            held.append(self._shift)
        presses = [(key, 1) for key in [*held, code]] + [(key, 0) for key in [code, *reversed(held)]]
        for key, is_down in presses:
            self._send_key(key, is_down)
            if pause_s > 0:
                self.sync()
                time.sleep(pause_s)
        self.sync()

    # ---- pointer ----

    def move(self, x, y):
        self._xtst.XTestFakeMotionEvent(self._display, -1, x, y, NOW)
        self.at = (x, y)
        self.sync()

    def button(self, number, is_down):
        self._xtst.XTestFakeButtonEvent(self._display, number, is_down, NOW)
        self.sync()

    def click(self, number):
        self.button(number, 1)
        self.button(number, 0)

    def release_all(self):
        """Whatever a gesture that was given up has left pressed."""
        for number in BUTTONS:
            self.button(number, 0)
        for name in MODIFIERS.values():
            self.key_up(name)

    # ---- windows ----

    def windows(self):
        """Those that are shown, the one on top last."""
        root, parent, children, n = c_ulong(), c_ulong(), POINTER(c_ulong)(), c_uint()
        if not self._x11.XQueryTree(self._display, self._root, byref(root), byref(parent), byref(children), byref(n)):
            return []
        numbers = [children[i] for i in range(n.value)]
        if numbers:
            self._x11.XFree(children)
        found = []
        for number in numbers:
            attributes = _Attributes()
            if self._x11.XGetWindowAttributes(self._display, number, byref(attributes)) \
                    and attributes.map_state == IS_VIEWABLE and attributes.width > 16:
                found.append(Window(number, attributes))
        return found

    def move_window(self, window, x, y):
        self._x11.XMoveWindow(self._display, window.number, x, y)
        self.sync()

    def resize(self, window, width, height):
        """The window goes to the corner of the screen."""
        self._x11.XMoveResizeWindow(self._display, window.number, 0, 0, width, height)
        self.sync()

    def tell_place(self, window):
        """As a window manager answers a program that asks for the size which the window has: the server alone says
        nothing to that, and GDK draws no more until it is answered."""
        told = _Configured(type=CONFIGURE_NOTIFY, event=window.number, window=window.number, x=window.x, y=window.y,
                           width=window.width, height=window.height)
        self._x11.XSendEvent(self._display, window.number, 0, STRUCTURE_NOTIFY, byref(told))
        self.sync()

    def ask_to_close(self, window):
        """As the frame of a window manager does."""
        message = _ClientMessage(type=CLIENT_MESSAGE, window=window.number, format=32,
                                 message_type=self._x11.XInternAtom(self._display, b"WM_PROTOCOLS", 0))
        message.data[0] = self._x11.XInternAtom(self._display, b"WM_DELETE_WINDOW", 0)
        self._x11.XSendEvent(self._display, window.number, 0, 0, byref(message))
        self.sync()
