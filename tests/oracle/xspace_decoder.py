# SPDX-License-Identifier: Apache-2.0
"""XSpace files, decoded by tsl/profiler/protobuf/xplane.proto alone: nothing here is shared with the program."""

import struct


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value & (1 << 64) - 1, at


def fields(data):
    """(number, value) of each field; numbers of fixed size as bytes."""
    at, end = 0, len(data)
    while at < end:
        tag, at = varint(data, at)
        wire = tag & 7
        if wire == 0:
            value, at = varint(data, at)
        else:
            length, at = varint(data, at) if wire == 2 else ({1: 8, 5: 4}[wire], at)
            value, at = data[at:at + length], at + length
            if len(value) != length:
                raise ValueError("truncated")
        yield tag >> 3, value


def signed(value):
    return value - (1 << 64) if value >> 63 else value


def one(data, number, default):
    for found, value in fields(data):
        if found == number:
            default = value
    return default


def entries(data, number):
    """A map of messages by their ids."""
    found = {}
    for n, value in fields(data):
        if n == number:
            found[signed(one(value, 1, 0))] = one(value, 2, b"")
    return found


def stat(data, names):
    name = value = None
    for n, x in fields(data):
        if n == 1:
            name = names.get(signed(x))
        elif n == 2:
            value = struct.unpack("<d", x)[0]
        elif n == 3:
            value = x
        elif n == 4:
            value = signed(x)
        elif n == 5:
            value = x.decode(errors="replace")
        elif n == 6:
            value = bytes(x)
        elif n == 7:
            value = names.get(signed(x))
    return name, value


class Event:
    __slots__ = ("name", "display", "begin_ps", "end_ps", "begin", "dur", "stats", "occurrences")


class Line:
    __slots__ = ("id", "name", "events")


class Plane:
    __slots__ = ("name", "lines", "stats")


def nanoseconds(ps):
    """Rounded half to even."""
    whole, rest = divmod(ps, 1000)
    return whole + (rest > 500 or (rest == 500 and whole % 2 == 1))


def event(data, line_ns, names, stat_names):
    e = Event()
    offset = dur = meta = 0
    e.occurrences, e.stats = None, {}
    for n, x in fields(data):
        if n == 1:
            meta = signed(x)
        elif n == 2:
            offset, e.occurrences = signed(x), None
        elif n == 3:
            dur = signed(x)
        elif n == 5:
            e.occurrences = signed(x)
        elif n == 4:
            key, value = stat(x, stat_names)
            if key is not None:
                e.stats[key] = value
    e.name, e.display = names.get(meta, (f"event {meta}", ""))
    e.begin_ps, e.end_ps = line_ns * 1000 + offset, line_ns * 1000 + offset + dur
    e.begin = nanoseconds(e.begin_ps)
    e.dur = nanoseconds(e.end_ps) - e.begin
    return e


def planes(data):
    for n, x in fields(data):
        if n != 1:
            continue
        p = Plane()
        p.name = one(x, 2, b"").decode()
        stat_names = {k: one(v, 2, b"").decode(errors="replace") for k, v in entries(x, 5).items()}
        names = {k: (one(v, 2, b"").decode(errors="replace"), one(v, 4, b"").decode(errors="replace"))
                 for k, v in entries(x, 4).items()}
        p.stats = dict(stat(v, stat_names) for n, v in fields(x) if n == 6)
        p.lines = []
        for n, v in fields(x):
            if n == 3:
                line = Line()
                line.id, line.name = signed(one(v, 1, 0)), one(v, 2, b"").decode(errors="replace")
                begin = signed(one(v, 3, 0))
                line.events = [event(y, begin, names, stat_names) for m, y in fields(v) if m == 4]
                p.lines.append(line)
        yield p


def hosts(data):
    return [x.decode() for n, x in fields(data) if n == 4]
