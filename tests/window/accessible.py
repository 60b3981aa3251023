# SPDX-License-Identifier: Apache-2.0
"""The tree of controls as assistive technology gets it (AT-SPI over D-Bus).

Asked anew each time: a client library would keep names and states and learn of changes only while it runs a main
loop, and a test that waits must see what is there now.
"""

import ast
import re

from gi.repository import Gio, GLib

from screen import HANG_S

REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
TIMEOUT_MS = 1000 * HANG_S

# So many questions are on their way at once: enough that waiting for each does not count, and few enough that a busy program
# answers all of them in time.
N_QUESTIONS_MAX = 200

# AtspiStateType (atspi-constants.h).
STATES = {1: "active", 4: "checked", 5: "collapsed", 7: "editable", 8: "enabled", 9: "expandable", 10: "expanded",
          11: "focusable", 12: "focused", 20: "pressed", 23: "selected", 24: "sensitive", 25: "showing",
          30: "visible", 41: "checkable"}
VISIBLE = 30

# As many nodes that the cache did not have answer for themselves; for more of them it is read once more.
N_ASKED_MAX = 10

WINDOW_COORDINATES = 1
CACHE = "/org/a11y/atspi/cache"
# So GTK 4.8 calls the page of a stack, of which its cache tells neither the children nor the role.
STACK_PAGE = "GtkStackPage"

# Errors of a node that went away between being listed and being asked.
GONE = ("UnknownObject", "UnknownMethod", "UnknownInterface", "ServiceUnknown", "NameHasNoOwner", "NoReply",
        "Disconnected")


def _state_words(bits):
    return {name for bit, name in STATES.items() if bits >> bit & 1}


def _is_gone(error):
    remote = Gio.DBusError.get_remote_error(error) or ""
    return remote.rpartition(".")[2] in GONE or error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CLOSED)


class Gone(Exception):
    """The node is no more."""


class _Question:
    """read (node, reply): what the reply says of the node."""

    def __init__(self, interface, method, arguments, read):
        self.interface, self.method, self.arguments, self.read = interface, method, arguments, read


def _property(name, read=lambda _node, reply: reply[0]):
    arguments = GLib.Variant("(ss)", ("org.a11y.atspi.Accessible", name))
    return _Question("org.freedesktop.DBus.Properties", "Get", arguments, read)


def _method(name, read):
    return _Question("org.a11y.atspi.Accessible", name, None, read)


NAME = _property("Name")
DESCRIPTION = _property("Description")
PARENT = _property("Parent", lambda node, reply: node.beside(*reply[0]))
ROLE = _method("GetRoleName", lambda _node, reply: reply[0])
STATE_WORDS = _method("GetState", lambda _node, reply: _state_words(reply[0][0] | reply[0][1] << 32))
CHILDREN = _method("GetChildren", lambda node, reply: [node.beside(*place) for place in reply[0]])
EXTENTS = _Question("org.a11y.atspi.Component", "GetExtents", GLib.Variant("(u)", (WINDOW_COORDINATES,)),
                    lambda _node, reply: reply[0])


def ask(nodes, *questions):
    """For each node the list of its answers, None in the place of one that it cannot give (any more). Many questions are sent
    before the first answer is awaited: one way to the program and back for each would take four times as long and two and a
    half times as much processor time, because every way wakes four threads."""
    answers = [[None] * len(questions) for _ in nodes]
    places = [(i, k) for i in range(len(nodes)) for k in range(len(questions))]
    n_open = 0
    failures = []

    def answered(bus, result, place):
        nonlocal n_open
        n_open -= 1
        i, k = place
        try:
            answers[i][k] = questions[k].read(nodes[i], bus.call_finish(result).unpack())
        except GLib.Error as error:
            if not _is_gone(error):
                failures.append(error)
        except Exception as error:  # what a callback raises would be printed, and lost
            failures.append(error)

    for begin in range(0, len(places), N_QUESTIONS_MAX):
        for i, k in places[begin:begin + N_QUESTIONS_MAX]:
            nodes[i].send(questions[k], answered, (i, k))
            n_open += 1
        while n_open > 0:
            GLib.MainContext.default().iteration(True)
    if failures:
        raise failures[0]
    return answers


def _asked_children(nodes):
    return [children or [] for children, in ask(nodes, CHILDREN)]


def _top_down(root, shown, children_of=_asked_children):
    """(node, its parent) of root, whose parent is None, and of everything below it that is shown, each before what is in it.
    shown (nodes): the set of those of a level that are. children_of (nodes): for each the list of its children."""
    below = {}
    level = [root]
    while level:
        siblings = children_of(level)
        kept = shown([child for children in siblings for child in children])
        for node, children in zip(level, siblings):
            below[node] = [child for child in children if child in kept]
        level = [child for node in level for child in below[node]]
    found, open_nodes = [], [(root, None)]
    while open_nodes:
        node, parent = open_nodes.pop()
        found.append((node, parent))
        open_nodes += [(child, node) for child in reversed(below.get(node, ()))]
    return found


def _visible(nodes):
    return {node for node, (states,) in zip(nodes, ask(nodes, STATE_WORDS)) if states is not None and "visible" in states}


def _is_empty(extents):
    """It has no place: what is in a page that was never shown, or in something folded. A page of a stack has no extents
    itself."""
    return extents is not None and 0 in extents[2:]


def _placed(nodes):
    """The visible ones that have a place."""
    visible = list(_visible(nodes))
    return {node for node, (extents,) in zip(visible, ask(visible, EXTENTS)) if not _is_empty(extents)}


class Accessible:
    def __init__(self, bus, owner, path):
        self._bus, self._owner, self._path = bus, owner, path

    def __eq__(self, other):
        return isinstance(other, Accessible) and (self._owner, self._path) == (other._owner, other._path)

    def __hash__(self):
        return hash((self._owner, self._path))

    def beside(self, owner, path):
        """Another node of the same bus."""
        return Accessible(self._bus, owner, path)

    def send(self, question, answered, data):
        """Calls answered (bus, result, data) from the main loop."""
        self._bus.call(self._owner, self._path, question.interface, question.method, question.arguments, None,
                       Gio.DBusCallFlags.NO_AUTO_START, TIMEOUT_MS, None, answered, data)

    def _call(self, interface, method, arguments=None):
        try:
            return self._bus.call_sync(self._owner, self._path, interface, method, arguments, None,
                                       Gio.DBusCallFlags.NO_AUTO_START, TIMEOUT_MS, None).unpack()
        except GLib.Error as error:
            if _is_gone(error):
                raise Gone(str(error)) from error
            raise

    def _answer(self, question):
        return question.read(self, self._call(question.interface, question.method, question.arguments))

    @property
    def name(self):
        return self._answer(NAME)

    @property
    def description(self):
        return self._answer(DESCRIPTION)

    @property
    def role(self):
        return self._answer(ROLE)

    @property
    def states(self):
        return self._answer(STATE_WORDS)

    @property
    def children(self):
        return self._answer(CHILDREN)

    @property
    def parent(self):
        return self._answer(PARENT)

    @property
    def extents(self):
        """x, y, width, height within the window."""
        return self._answer(EXTENTS)

    def at(self, x, y):
        """What is on top there and takes the pointer; x, y as in extents. None: nothing."""
        owner, path = self._call("org.a11y.atspi.Component", "GetAccessibleAtPoint",
                                 GLib.Variant("(iiu)", (x, y, WINDOW_COORDINATES)))[0]
        return self.beside(owner, path) if owner else None

    def up_to(self, ends):
        """(node, name, role) of itself and what it is in, up to the first for which ends (name, role)."""
        node = self
        while True:
            (name, role, parent), = ask([node], NAME, ROLE, PARENT)
            if name is None or role is None or parent is None:
                raise Gone("A node on the way up is no more")
            yield node, name, role
            if ends(name, role):
                return
            node = parent

    def walk(self):
        """Itself and everything below that has a place, top down. GTK does not tell of what is in another page of a
        stack that it is not shown: Application.sees () does."""
        return [node for node, _ in _top_down(self, _placed)]

    def described(self):
        """(node, parent, role, name, states) of the same nodes."""
        found = _top_down(self, _placed)
        answers = ask([node for node, _ in found], ROLE, NAME, STATE_WORDS)
        return [(node, parent, *answer) for (node, parent), answer in zip(found, answers) if None not in answer]

    def matching(self, role=None, name=None, description=None):
        """Nodes in the order of walk (). name and description: the whole text, or a compiled pattern searched in it."""
        nodes = self.walk()
        for wanted, question, read in ((role, ROLE, str), (name, NAME, plain), (description, DESCRIPTION, str)):
            if wanted is not None:
                nodes = [node for node, (answer,) in zip(nodes, ask(nodes, question))
                         if answer is not None and _matches(wanted, read(answer))]
        return nodes

    def probable(self, role=None, name=None, description=None):
        """Such nodes as the program's cache tells them, which costs a fifth of matching (). The cache lacks some, and has
        some that are no more: whoever finds none here has to look at matching ()."""
        seen = _Snapshot(self)
        for node, facts in seen.walk():
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
        for node, facts in _Snapshot(self).walk():
            try:
                if "focused" in facts.states and "focused" in node.states:
                    return node
            except Gone:
                continue
        nodes = [node for node, _ in _top_down(self, _visible)]
        return next((node for node, (states,) in zip(nodes, ask(nodes, STATE_WORDS)) if "focused" in (states or ())), None)

    def find(self, role=None, name=None, description=None):
        """The first such node; None: there is none."""
        return next(iter(self.matching(role, name, description)), None)

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
    """What a node was told to be."""

    def __init__(self, role, name, description, states):
        self.role, self.name, self.description, self.states = role, name, description, states


# An item of the cache as GVariant prints it: ((bus, path), (bus, path of the program), (bus, path of the parent), index in
# the parent, number of children, [interfaces], name, role, description, [states]). Reading the text takes a tenth of the
# time that unpacking it takes.
_TEXT = r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_ITEM = re.compile(rf"\(\('[^']*', '([^']*)'\), \('[^']*', '[^']*'\), \('[^']*', '([^']*)'\), (-?\d+), (-?\d+), "
                   rf"\[[^\]]*\], {_TEXT}, (\d+), {_TEXT}, \[(?:(\d+), (\d+))?\]\)")


def _text(printed):
    return ast.literal_eval(printed) if "\\" in printed else printed[1:-1]


class _Item:
    """What the cache tells of a node."""

    def __init__(self, path, parent, index, n_children, name, role, description, low, high):
        self.path, self.parent = path, parent
        self.index, self.n_children, self.role = int(index), int(n_children), int(role)
        self.name, self.description = _text(name), _text(description)
        self.bits = int(low or 0) | int(high or 0) << 32

    @property
    def is_visible(self):
        return bool(self.bits >> VISIBLE & 1)


class _Snapshot:
    """What all nodes of a program are, from one question instead of five for each. The program's cache
    (org.a11y.atspi.Cache) knows the nodes that were asked for before, and computes what it tells of them when it is asked.
    The others answer for themselves, and are in it from then on."""

    # The words for the numbers of roles, as programs have told them.
    role_words = {}

    def __init__(self, root):
        self._items, self._children, self._pages = {}, {}, set()
        self._parents, self._has_place = {}, {root: True}
        self._root = root
        self._read()

    def _read(self):
        """Takes what the cache tells now."""
        self._items, self._children, self._pages = {}, {}, set()
        try:
            text = self._root._bus.call_sync(self._root._owner, CACHE, "org.a11y.atspi.Cache", "GetItems", None, None,
                                             Gio.DBusCallFlags.NO_AUTO_START, TIMEOUT_MS, None).print_(False)
        except GLib.Error:  # the program is going, or only coming
            return
        found = [_Item(*fields) for fields in _ITEM.findall(text)]
        for item in sorted(found, key=lambda item: item.index):
            self._children.setdefault(item.parent, []).append(item)
            if item.name == STACK_PAGE:
                self._pages.add(item.path)
            else:
                self._items[item.path] = item

    def _cached_facts(self, node):
        item = self._items[node._path]
        if item.role not in self.role_words:
            (role,), = ask([node], ROLE)
            if role is None:
                return None
            self.role_words[item.role] = role
        return _Facts(self.role_words[item.role], item.name, item.description, _state_words(item.bits))

    def _learn(self, nodes):
        """The facts of nodes that are still there and not pages of stacks, of which nobody wants to know."""
        if sum(node._path not in self._items and node._path not in self._pages for node in nodes) > N_ASKED_MAX:
            self._read()
        others = [node for node in nodes if node._path not in self._items and node._path not in self._pages]
        facts = {node: self._cached_facts(node) for node in nodes if node._path in self._items}
        for node, answers in zip(others, ask(others, ROLE, NAME, DESCRIPTION, STATE_WORDS)):
            facts[node] = _Facts(*answers) if None not in answers else None
        return {node: known for node, known in facts.items() if known is not None}

    def _below(self, nodes):
        """The children of nodes. The cache keeps children that are no more, in the place of those that came for them; their
        number is true, but for the program itself, which it says to have none, and for pages of stacks: where it knows
        as many, those are taken, and the others are asked."""
        known = {}
        for node in nodes:
            item = self._items.get(node._path)
            children = self._children.get(node._path, [])
            if item is not None and node != self._root and len(children) == item.n_children:
                known[node] = [node.beside(node._owner, child.path) for child in children]
        others = [node for node in nodes if node not in known]
        for node, (children,) in zip(others, ask(others, CHILDREN)):
            known[node] = children or []
        return [known[node] for node in nodes]

    def _shown(self, nodes):
        others = [node for node in nodes if node._path not in self._items]
        return {node for node in nodes if node._path in self._items and self._items[node._path].is_visible} \
            | _visible(others)

    def walk(self):
        """(node, facts) of the root and of everything visible below it, top down."""
        self._parents = dict(_top_down(self._root, self._shown, self._below))
        facts = self._learn(list(self._parents))
        return [(node, facts[node]) for node in self._parents if node in facts]

    def has_place(self, node):
        """Whether neither it nor what it is in, up to where the walk began, is empty."""
        way = [node]
        while way[-1] not in self._has_place:
            way.append(self._parents[way[-1]])
        has_place = self._has_place[way.pop()]
        way.reverse()
        for step, (extents,) in zip(way, ask(way, EXTENTS)):
            has_place = has_place and not _is_empty(extents)
            self._has_place[step] = has_place
        return has_place


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
