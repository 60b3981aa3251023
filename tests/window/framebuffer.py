# SPDX-License-Identifier: Apache-2.0
"""What a screen in memory shows, as a PNG.

Xvfb -fbdir keeps its screen in a file in the format of xwd: a header of big-endian words (XWDFile.h of the X
protocol headers), a colour map, then rows of 32-bit pixels.
"""

import mmap
import struct
import zlib

HEADER_WORDS = 25
HEADER_SIZE, PIXMAP_WIDTH, PIXMAP_HEIGHT, BITS_PER_PIXEL, BYTES_PER_LINE, N_COLORS = 0, 4, 5, 11, 12, 19
COLOR_BYTES = 12


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def write_png(path, width, height, rgb):
    """rgb: rows of three bytes a pixel."""
    stride = width * 3
    rows = b"".join(b"\0" + rgb[start:start + stride] for start in range(0, stride * height, stride))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)))
        file.write(_chunk(b"IDAT", zlib.compress(rows, 6)))
        file.write(_chunk(b"IEND", b""))


class Framebuffer:
    def __init__(self, path):
        with open(path, "rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        words = struct.unpack_from(f">{HEADER_WORDS}I", self._map)
        if words[BITS_PER_PIXEL] != 32:
            raise OSError(f"The screen has {words[BITS_PER_PIXEL]} bits per pixel instead of 32")
        self.width, self.height = words[PIXMAP_WIDTH], words[PIXMAP_HEIGHT]
        self._stride = words[BYTES_PER_LINE]
        self._begin = words[HEADER_SIZE] + words[N_COLORS] * COLOR_BYTES

    def rgb(self, x, y, width, height):
        """The pixels of a rectangle, three bytes each."""
        out = bytearray(width * height * 3)
        for row in range(height):
            start = self._begin + (y + row) * self._stride + x * 4
            line = self._map[start:start + width * 4]
            at = row * width * 3
            out[at:at + width * 3:3] = line[2::4]
            out[at + 1:at + width * 3:3] = line[1::4]
            out[at + 2:at + width * 3:3] = line[0::4]
        return bytes(out)

    def save(self, path, rectangle=None):
        x, y, width, height = rectangle or (0, 0, self.width, self.height)
        write_png(path, width, height, self.rgb(x, y, width, height))
