# SPDX-License-Identifier: Apache-2.0
"""A longer run made of a real XSpace file: the events of each line n times one after the other, with correlation ids of
their own, since each launch belongs to one kernel."""


def read_varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def varint(value):
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def fields(data):
    """(field, wire type, number or bytes, all of it) of each."""
    at = 0
    while at < len(data):
        begin = at
        key, at = read_varint(data, at)
        wire = key & 7
        if wire == 0:
            value, at = read_varint(data, at)
        else:
            size, at = read_varint(data, at) if wire == 2 else (8 if wire == 1 else 4, at)
            value = data[at:at + size]
            at += size
        yield key >> 3, wire, value, data[begin:at]


def delimited(field, data):
    return varint(field << 3 | 2) + varint(len(data)) + data


def number_in(data, wanted):
    return next((value for field, wire, value, _ in fields(data) if field == wanted and wire == 0), 0)


def stat_ids(plane, name):
    """Ids of a plane's stats of that name: XPlane.stat_metadata is field 5, a map of id (1) to XStatMetadata (2)."""
    return {number_in(entry, 1) for field, _, entry, _ in fields(plane) if field == 5
            for part, _, value, _ in fields(entry) if part == 2
            for key, _, text, _ in fields(value) if key == 2 and text == name}


class Event:
    """What changes from repetition to repetition, between the bytes that stay."""

    def __init__(self, data, correlations):
        self.fixed, self.offset_ps, self.duration_ps, self.links = b"", 0, 0, []
        for field, wire, value, whole in fields(data):
            if field == 2 and wire == 0:
                self.offset_ps = value
                continue
            if field == 3 and wire == 0:
                self.duration_ps = value
            if field == 4 and number_in(value, 1) in correlations:
                self.links.append([(key, part, all_of_it) for key, wire, part, all_of_it in fields(value)])
            else:
                self.fixed += whole

    def encode(self, shift_ps, shift_of_correlations):
        out = self.fixed + varint(2 << 3) + varint(self.offset_ps + shift_ps)
        for link in self.links:  # the numbers of XStat: uint64_value is field 3, int64_value field 4
            out += delimited(4, b"".join(varint(key << 3) + varint(part + shift_of_correlations) if key in (3, 4) else whole
                                         for key, part, whole in link))
        return out


def events_of(plane):
    correlations = stat_ids(plane, b"correlation_id")
    return {i: [Event(event, correlations) for part, _, event, _ in fields(line) if part == 4]
            for i, (field, _, line, _) in enumerate(fields(plane)) if field == 3}


def longer(plane, events, n, span_ps):
    out = bytearray()
    for i, (field, _, line, whole) in enumerate(fields(plane)):
        if field != 3:
            out += whole
            continue
        head = b"".join(whole for part, _, _, whole in fields(line) if part != 4)
        out += delimited(3, head + b"".join(delimited(4, event.encode(k * span_ps, k << 24))
                                            for k in range(n) for event in events[i]))
    return out


def write(source, path, n):
    with open(source, "rb") as file:
        data = file.read()
    parts = [(field, value, whole, events_of(value) if field == 1 else {}) for field, _, value, whole in fields(data)]
    span_ps = max((event.offset_ps + event.duration_ps for *_, lines in parts for events in lines.values()
                   for event in events), default=0)
    with open(path, "wb") as file:
        for field, value, whole, lines in parts:
            file.write(delimited(1, longer(value, lines, n, span_ps)) if field == 1 else whole)
