# SPDX-License-Identifier: Apache-2.0
"""Pictures that the program saved, as a test reads them: the pixels of a PNG, and the texts of an SVG."""

import ctypes
import re
from ctypes import POINTER, c_char_p, c_int, c_ubyte, c_void_p

SUCCESS = 0
SAMPLE_EVERY = 7  # pixels; enough to know colours by

# Cairo writes each letter of a text as a reference to the outline of its glyph.
GLYPH = re.compile(r'href="#(glyph[0-9-]+)"')


def _cairo():
    library = ctypes.CDLL("libcairo.so.2")
    library.cairo_image_surface_create_from_png.restype = c_void_p
    library.cairo_image_surface_create_from_png.argtypes = [c_char_p]
    library.cairo_image_surface_get_data.restype = POINTER(c_ubyte)
    for name in ("status", "destroy"):
        getattr(library, f"cairo_surface_{name}").argtypes = [c_void_p]
    for name in ("width", "height", "stride", "data"):
        getattr(library, f"cairo_image_surface_get_{name}").argtypes = [c_void_p]
        if name != "data":
            getattr(library, f"cairo_image_surface_get_{name}").restype = c_int
    return library


class Png:
    def __init__(self, path):
        cairo = _cairo()
        surface = cairo.cairo_image_surface_create_from_png(path.encode())
        if cairo.cairo_surface_status(surface) != SUCCESS:
            raise AssertionError(f"{path} is no PNG")
        self.width = cairo.cairo_image_surface_get_width(surface)
        self.height = cairo.cairo_image_surface_get_height(surface)
        stride = cairo.cairo_image_surface_get_stride(surface)
        data = ctypes.string_at(cairo.cairo_image_surface_get_data(surface), stride * self.height)
        self._pixels = memoryview(data).cast("I")
        self._per_row = stride // 4
        cairo.cairo_surface_destroy(surface)

    def colours(self):
        """The different colours of a part of the pixels."""
        return {pixel & 0xffffff for pixel in self._pixels[::SAMPLE_EVERY]}

    def is_dark(self):
        """Whether the ground, as of the first pixel, is."""
        return max((self._pixels[0] >> shift) & 0xff for shift in (0, 8, 16)) < 0x80

    def empty_rows(self):
        """The longest run of rows of pixels that have one colour, as a share of the height."""
        longest = now = 0
        for row in range(self.height):
            pixels = self._pixels[row * self._per_row:row * self._per_row + self.width]
            now = now + 1 if len(set(pixels[::SAMPLE_EVERY])) == 1 else 0
            longest = max(longest, now)
        return longest / self.height


class Svg:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self._text = file.read()
        head = re.search(r"<svg [^>]*>", self._text)
        if head is None:
            raise AssertionError(f"{path} is no SVG")
        self.width, self.height = (float(re.search(rf'{side}="([0-9.]+)', head.group()).group(1))
                                   for side in ("width", "height"))
        self._glyphs = GLYPH.findall(self._text)

    def has(self, text):
        """Whether glyphs follow each other that repeat where the letters of the text repeat, and differ where they differ.
        Spaces may have no glyph. Of a long text there is hardly another one like it."""
        return any(self._has(wanted) for wanted in (text, text.replace(" ", "")))

    def _has(self, text):
        wanted = _shape(text)
        return any(_shape(self._glyphs[at:at + len(text)]) == wanted
                   for at in range(len(self._glyphs) - len(text) + 1))


def _shape(symbols):
    """Of each symbol, where it stood first."""
    first = {}
    return [first.setdefault(symbol, i) for i, symbol in enumerate(symbols)]
