# SPDX-License-Identifier: Apache-2.0
"""The tree of controls as assistive technology gets it (AT-SPI over D-Bus).

Asked anew each time: a client library would keep names and states and learn of changes only while it runs a main
loop, and a test that waits must see what is there now.
"""

import re

from gi.repository import Gio, GLib

REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
TIMEOUT_MS = 10000

# AtspiStateType (atspi-constants.h).
STATES = {1: "active", 4: "checked", 5: "collapsed", 7: "editable", 8: "enabled", 9: "expandable", 10: "expanded",
          11: "focusable", 12: "focused", 20: "pressed", 23: "selected", 24: "sensitive", 25: "showing",
          30: "visible", 41: "checkable"}
WINDOW_COORDINATES = 1

# Errors of a node that went away between being listed and being asked.
GONE = ("UnknownObject", "UnknownMethod", "UnknownInterface", "ServiceUnknown", "NameHasNoOwner", "NoReply",
        "Disconnected")


class Gone(Exception):
    """The node is no more."""


class Accessible:
    def __init__(self, bus, owner, path):
        self._bus, self._owner, self._path = bus, owner, path

    def __eq__(self, other):
        return isinstance(other, Accessible) and (self._owner, self._path) == (other._owner, other._path)

    def __hash__(self):
        return hash((self._owner, self._path))

    def _call(self, interface, method, arguments=None):
        try:
            return self._bus.call_sync(self._owner, self._path, interface, method, arguments, None,
                                       Gio.DBusCallFlags.NO_AUTO_START, TIMEOUT_MS, None).unpack()
        except GLib.Error as error:
            remote = Gio.DBusError.get_remote_error(error) or ""
            if remote.rpartition(".")[2] in GONE or error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CLOSED):
                raise Gone(str(error)) from error
            raise

    def _accessible(self, method, arguments=None):
        return self._call("org.a11y.atspi.Accessible", method, arguments)

    def _property(self, name):
        arguments = GLib.Variant("(ss)", ("org.a11y.atspi.Accessible", name))
        return self._call("org.freedesktop.DBus.Properties", "Get", arguments)[0]

    @property
    def name(self):
        return self._property("Name")

    @property
    def description(self):
        return self._property("Description")

    @property
    def role(self):
        return self._accessible("GetRoleName")[0]

    @property
    def states(self):
        low, high = self._accessible("GetState")[0]
        bits = low | high << 32
        return {name for bit, name in STATES.items() if bits >> bit & 1}

    @property
    def children(self):
        return [Accessible(self._bus, owner, path) for owner, path in self._accessible("GetChildren")[0]]

    @property
    def parent(self):
        return Accessible(self._bus, *self._property("Parent"))

    @property
    def extents(self):
        """x, y, width, height within the window."""
        return self._call("org.a11y.atspi.Component", "GetExtents", GLib.Variant("(u)", (WINDOW_COORDINATES,)))[0]

    @property
    def is_empty(self):
        """It has no place: what is in a page that was never shown, or in something folded."""
        try:
            return 0 in self.extents[2:]
        except Gone:  # a page of a stack, which has no extents itself
            return False

    def at(self, x, y):
        """What is on top there and takes the pointer; x, y as in extents. None: nothing."""
        owner, path = self._call("org.a11y.atspi.Component", "GetAccessibleAtPoint",
                                 GLib.Variant("(iiu)", (x, y, WINDOW_COORDINATES)))[0]
        return Accessible(self._bus, owner, path) if owner else None

    def up_to(self, ends):
        """Itself and what it is in, up to the first for which ends (node)."""
        node = self
        yield node
        while not ends(node):
            node = node.parent
            yield node

    def walk(self):
        """Itself and everything below that has a place, top down. GTK does not tell of what is in another page of a
        stack that it is not shown: Application.sees () does."""
        yield self
        try:
            children = [child for child in self.children if "visible" in child.states and not child.is_empty]
        except Gone:
            return
        for child in children:
            yield from child.walk()

    def matching(self, role=None, name=None, description=None):
        """Nodes in the order of walk (), each asked for as it is wanted: every question costs a way to the program and
        back. name and description: the whole text, or a compiled pattern searched in it."""
        for node in self.walk():
            try:
                is_wanted = ((role is None or node.role == role)
                             and (name is None or _matches(name, plain(node.name)))
                             and (description is None or _matches(description, node.description)))
            except Gone:
                continue
            if is_wanted:
                yield node

    def find_all(self, role=None, name=None, description=None):
        return list(self.matching(role, name, description))

    def find(self, role=None, name=None, description=None):
        """The first such node; None: there is none."""
        return next(self.matching(role, name, description), None)

    def dump(self, depth=0):
        """The tree as text, for whoever reads a failure."""
        lines = []
        try:
            said = [self.role, repr(self.name), repr(self.description),
                    " ".join(sorted(self.states - {"enabled", "visible", "sensitive"}))]
            lines.append("  " * depth + " | ".join(part for part in said if part not in ("", "''")))
            for child in self.children:
                lines += child.dump(depth + 1)
        except Gone:
            pass
        return lines


def plain(name):
    """The name as it is meant: GTK 4.8 says a text twice that labels a control and is in it as well, first with its
    mnemonic: "_Open… Open…", "Back Back"."""
    for end in (len(name) // 2, len(name) // 2 + 1):
        first, text = name[:end], name[end + 1:]
        if text and name[end] == " " and text in (first, first.replace("_", "", 1)):
            return text
    return name


def _matches(wanted, text):
    return wanted.search(text) is not None if isinstance(wanted, re.Pattern) else wanted == text


def applications(bus):
    """The roots of all programs on the bus."""
    try:
        return Accessible(bus, *REGISTRY).children
    except Gone:
        return []
