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
CACHE = "/org/a11y/atspi/cache"
# So GTK 4.8 calls the page of a stack, of which its cache tells neither the children nor the role.
STACK_PAGE = "GtkStackPage"

# Errors of a node that went away between being listed and being asked.
GONE = ("UnknownObject", "UnknownMethod", "UnknownInterface", "ServiceUnknown", "NameHasNoOwner", "NoReply",
        "Disconnected")


def _state_words(bits):
    return {name for bit, name in STATES.items() if bits >> bit & 1}


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
        return _state_words(low | high << 32)

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

    def probable(self, role=None, name=None, description=None):
        """Such nodes as the program's cache tells them, which costs a tenth of matching (). The cache lacks some, and has
        some that are no more: whoever finds none here has to look at matching ()."""
        seen = _Snapshot(self)
        for node, facts in seen.walk(self):
            try:
                is_wanted = ((role is None or facts.role == role)
                             and (name is None or _matches(name, plain(facts.name)))
                             and (description is None or _matches(description, facts.description))
                             and seen.has_place(node))
            except Gone:
                continue
            if is_wanted:
                yield node

    def focused(self):
        """Itself or the control below that has the keyboard; None: none."""
        for node, facts in _Snapshot(self).walk(self):
            try:
                if "focused" in facts.states and "focused" in node.states:
                    return node
            except Gone:
                continue
        stack = [self]
        while stack:
            node = stack.pop()
            try:
                states = node.states
                if "focused" in states:
                    return node
                if node == self or "visible" in states:
                    stack += reversed(node.children)
            except Gone:
                continue
        return None

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


class _Facts:
    """What a node was told to be, with all others at once."""

    # The words for the numbers of roles, as programs have told them.
    role_words = {}

    def __init__(self, node, item):
        self._node, self._number = node, item[7]
        self.name, self.description = item[6], item[8]
        low, high = item[9]
        self.states = _state_words(low | high << 32)

    @property
    def role(self):
        if self._number not in self.role_words:
            self.role_words[self._number] = self._node.role
        return self.role_words[self._number]


class _Snapshot:
    """What all nodes of a program are, from one question instead of four for each: a way to the program and back costs
    more than what it answers. The program's cache (org.a11y.atspi.Cache) knows the nodes that were asked for before, and
    computes what it tells of them when it is asked. The others answer for themselves, and are in it from then on."""

    def __init__(self, root):
        self._items, self._places = {}, {}
        self._root = root
        try:
            items = root._bus.call_sync(root._owner, CACHE, "org.a11y.atspi.Cache", "GetItems", None, None,
                                        Gio.DBusCallFlags.NO_AUTO_START, TIMEOUT_MS, None).unpack()[0]
        except GLib.Error:  # the program is going, or only coming
            items = []
        for item in items:
            if item[6] != STACK_PAGE:
                self._items[item[0][1]] = item

    def _facts(self, node):
        """The node itself answers, one question at a time, where the cache does not know it."""
        item = self._items.get(node._path)
        return node if item is None else _Facts(node, item)

    def _children_of(self, node):
        """The cache keeps children that are no more, in the place of those that came for them; their number is true."""
        item = self._items.get(node._path)
        return [] if item is not None and item[4] == 0 else node.children

    def walk(self, node):
        """(node, facts) of the node and of everything visible below it, top down."""
        try:
            yield node, self._facts(node)
            children = self._children_of(node)
        except Gone:
            return
        for child in children:
            self._places.setdefault(child._path, node)
            try:
                is_visible = "visible" in self._facts(child).states
            except Gone:
                continue
            if is_visible:
                yield from self.walk(child)

    def has_place(self, node):
        """Whether neither it nor what it is in, up to where the walk began, is empty."""
        while node != self._root:
            known = self._places.get(node._path)
            if known is True:
                return True
            if known is False or node.is_empty:
                self._places[node._path] = False
                return False
            node, child = known, node
            if not self.has_place(node):
                self._places[child._path] = False
                return False
            self._places[child._path] = True
            return True
        return True


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
