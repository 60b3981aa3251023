# SPDX-License-Identifier: Apache-2.0
"""Can the colours be told apart, and can what is written on them be read?

Takes the program that prints the palette as built. Distances are CIEDE2000, the smallest over normal sight and six
simulations of colour-vision deficiency; contrasts are those of WCAG 2.1.

Sources
  CIEDE2000     Sharma, Wu, Dalal: The CIEDE2000 Color-Difference Formula, Color Res. Appl. 30 (2005); equations 2-22,
                and its table of test pairs
  sRGB, CIELAB  IEC 61966-2-1, CIE 15:2004, white D65
  Machado       Machado, Oliveira, Fernandes: A Physiologically-based Model ..., IEEE TVCG 15 (2009), severity 1.0
  Vienot        Vienot, Brettel, Mollon: Digital video colourmaps ..., Color Res. Appl. 24 (1999)
  Brettel       Brettel, Vienot, Mollon: Computerized simulation ..., JOSA A 14 (1997), for tritanopia, with the
                half planes at 475 and 660 nm in linear sRGB
  Contrast      WCAG 2.1, success criteria 1.4.3 (texts, 4.5:1) and 1.4.11 (graphics, 3:1)
"""

import itertools
import math
import subprocess
import sys

# The order of the slots; charts show kinds of the first eight beside each other.
WORKS = ("gemm", "attention", "compute", "communication", "memcpy", "memset", "sync", "operator", "call", "annotation",
         "python")
FIRST = 8
DISTANCE_OF_FIRST, DISTANCE_OF_ALL = 20, 10
TEXT, GRAPHIC = 4.5, 3.0

# A simulation is a matrix on linear sRGB, or two with the plane that decides between them.
MACHADO = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
VIENOT = {
    "protanopia": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deuteranopia": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
}
BRETTEL_PLANE = (0.03901, -0.02788, -0.01113)
BRETTEL_ABOVE = ((1.01277, 0.13548, -0.14826), (-0.01243, 0.86812, 0.14431), (0.07589, 0.80500, 0.11911))
BRETTEL_BELOW = ((0.93678, 0.18979, -0.12657), (0.06154, 0.81526, 0.12320), (-0.37562, 1.12767, 0.24796))


def apply(matrix, colour):
    return tuple(min(1.0, max(0.0, sum(weight * channel for weight, channel in zip(row, colour)))) for row in matrix)


def brettel(colour):
    side = sum(weight * channel for weight, channel in zip(BRETTEL_PLANE, colour))
    return apply(BRETTEL_ABOVE if side >= 0 else BRETTEL_BELOW, colour)


SIGHTS = {"normal": lambda colour: colour, "tritanopia (Brettel)": brettel}
SIGHTS.update({f"{name} (Machado)": lambda colour, matrix=matrix: apply(matrix, colour)
               for name, matrix in MACHADO.items()})
SIGHTS.update({f"{name} (Vienot)": lambda colour, matrix=matrix: apply(matrix, colour)
               for name, matrix in VIENOT.items()})


def linear(text):
    """Linear sRGB, 0 to 1, of "rrggbb"."""
    channels = (int(text[at:at + 2], 16) / 255 for at in (0, 2, 4))
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)


def lab(colour):
    to_xyz = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
    white = (0.95047, 1.0, 1.08883)

    def root(t):
        return t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116

    x, y, z = (root(sum(weight * channel for weight, channel in zip(row, colour)) / reference)
               for row, reference in zip(to_xyz, white))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one, other):
    (l1, a1, b1), (l2, a2, b2) = one, other

    def chroma_weight(chroma):
        return math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7))

    stretch = 1.5 - 0.5 * chroma_weight((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2)
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 if a or b else 0.0 for a, b in ((a1, b1), (a2, b2)))

    turn, mean_hue = 0.0, h1 + h2
    if c1 * c2 > 0:
        turn = (h2 - h1 + 180) % 360 - 180 if abs(h2 - h1) != 180 else h2 - h1
        mean_hue = (h1 + h2) / 2
        if abs(h1 - h2) > 180:
            mean_hue += 180 if h1 + h2 < 360 else -180
    d_light, d_chroma = l2 - l1, c2 - c1
    d_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))

    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (1 - 0.17 * math.cos(math.radians(mean_hue - 30)) + 0.24 * math.cos(math.radians(2 * mean_hue))
         + 0.32 * math.cos(math.radians(3 * mean_hue + 6)) - 0.20 * math.cos(math.radians(4 * mean_hue - 63)))
    s_light = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    s_chroma, s_hue = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rotation = (-2 * chroma_weight(chroma)
                * math.sin(math.radians(60 * math.exp(-((mean_hue - 275) / 25) ** 2))))
    x, y, z = d_light / s_light, d_chroma / s_chroma, d_hue / s_hue
    return math.sqrt(x * x + y * y + z * z + rotation * y * z)


def contrast(one, other):
    bright, dark = sorted((0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other))),
                          reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def closest(colours, sight):
    """The smallest distance between two of the named colours, and their names."""
    seen = {name: lab(SIGHTS[sight](linear(text))) for name, text in colours.items()}
    return min((ciede2000(seen[one], seen[other]), one, other) for one, other in itertools.combinations(seen, 2))


class Check:
    def __init__(self):
        self.n, self.n_failed = 0, 0

    def that(self, condition, text):
        self.n += 1
        if not condition:
            self.n_failed += 1
            print("FAILED", text)

    def at_least(self, value, limit, text):
        self.that(value >= limit, f"{text}: {value:.2f}, wanted {limit}")


def check_formulas(check):
    """Pairs of table 1 of Sharma et al.; and a check that cannot fail checks nothing."""
    for one, other, expected in (((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
                                 ((50, 0, 0), (50, -1, 2), 2.3669),
                                 ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
                                 ((50, 2.5, 0), (73, 25, -18), 27.1492),
                                 ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
                                 ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082)):
        check.that(abs(ciede2000(one, other) - expected) < 1e-4, f"CIEDE2000 of {one} and {other}")
    check.that(abs(contrast("000000", "ffffff") - 21) < 1e-9, "contrast of black and white")
    check.that(abs(contrast("5e5c64", "ffffff") - 6.55) < 0.05, "contrast of a grey")
    okabe_ito = dict(enumerate("E69F00 56B4E9 009E73 F0E442 0072B2 D55E00 CC79A7 000000".split()))
    worst = min(closest(okabe_ito, sight)[0] for sight in SIGHTS)
    check.that(worst < DISTANCE_OF_FIRST, "another palette does not pass")


def check_distances(check, name, theme):
    for count, limit in ((FIRST, DISTANCE_OF_FIRST), (len(WORKS), DISTANCE_OF_ALL)):
        fills = {work: theme[f"fill.{work}"] for work in WORKS[:count]}
        least = None
        for sight in SIGHTS:
            found = closest(fills, sight)
            least = min(least or found, found)
            check.at_least(found[0], limit, f"{name}, {sight}: {found[1]} and {found[2]}")
        print(f"{name}: closest of {count}: {least[0]:.1f}, {least[1]} and {least[2]}")


def check_labels(check, name, theme):
    """On fills that are drawn opaque; a frame is a tint with text in text colour."""
    for work in WORKS:
        fill, ink = theme[f"fill.{work}"], theme[f"ink.{work}"]
        if theme[f"frame.{work}"] == "1":
            check.that(ink == theme["text"], f"{name}: labels in frames have text colour")
            for ground in ("view", "card"):
                tint = mix(fill, theme[ground], 0.3)
                check.at_least(contrast(ink, tint), TEXT, f"{name}: label on {work} on {ground}")
        else:
            check.that(ink in ("000000", "ffffff"), f"{name}: labels are black or white")
            check.at_least(contrast(ink, fill), TEXT, f"{name}: label on {work}")
            check.at_least(contrast(ink, fill), max(contrast("000000", fill), contrast("ffffff", fill)),
                           f"{name}: better of black and white on {work}")
        check.that((theme[f"edge.{work}"] == "1") == (contrast(fill, theme["view"]) < GRAPHIC),
                   f"{name}: {work} has an edge where it is under 3:1 to the view")


def mix(colour, ground, share):
    return "".join(f"{round(int(colour[at:at + 2], 16) * share + int(ground[at:at + 2], 16) * (1 - share)):02x}"
                   for at in (0, 2, 4))


def check_texts(check, name, theme):
    for text in ("text", "secondary", "warning_text", "error", "worse"):
        for ground in ("window", "view", "card", "group"):
            check.at_least(contrast(theme[text], theme[ground]), TEXT, f"{name}: {text} on {ground}")
    for text in ("link", "better", "arrow"):
        for ground in ("view", "card"):
            check.at_least(contrast(theme[text], theme[ground]), TEXT, f"{name}: {text} on {ground}")
    for graphic in ("accent", "idle_hatch", "warning", "busy_line"):
        for ground in ("view", "card"):
            check.at_least(contrast(theme[graphic], theme[ground]), GRAPHIC, f"{name}: {graphic} on {ground}")


def check_contrast_themes(check, themes):
    for plain, strong in (("light", "contrast"), ("dark", "contrast-dark")):
        for work in WORKS:
            key = f"fill.{work}"
            check.that(themes[plain][key] == themes[strong][key], f"{strong}: same hue of {work}")
        check.that(themes[strong]["text"] in ("000000", "ffffff"), f"{strong}: text is pure")
        for graphic in ("accent", "idle_hatch", "warning"):
            for ground in ("view", "card"):
                check.at_least(contrast(themes[strong][graphic], themes[strong][ground]), TEXT,
                               f"{strong}: {graphic} on {ground}")


def main():
    themes = {}
    for line in subprocess.run([sys.argv[1]], check=True, capture_output=True, text=True).stdout.splitlines():
        theme, key, value = line.split("\t")
        themes.setdefault(theme, {})[key] = value

    check = Check()
    check_formulas(check)
    check.that(set(themes) == {"light", "dark", "contrast", "contrast-dark"}, "four themes")
    for name, theme in themes.items():
        check_distances(check, name, theme)
        check_labels(check, name, theme)
        check_texts(check, name, theme)
    check_contrast_themes(check, themes)
    print(f"{check.n} checks, {check.n_failed} failed")
    return check.n_failed > 0


sys.exit(main())
