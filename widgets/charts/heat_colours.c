/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/heat_colours.h"

#include <math.h>

typedef struct
{
  double l, a, b;
} Oklab;

/* Both ends lie within sRGB, and so does all between them. */
static const Oklab pale = { 0.96, -0.020, 0.100 }, deep = { 0.31, 0.000, -0.110 }, deep_on_dark = { 0.43, 0.000, -0.130 };

static uint32_t
channel_of (double linear)
{
  double value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow (linear, 1 / 2.4) - 0.055;

  return (uint32_t) lround (255 * fmin (fmax (value, 0), 1));
}

/* Björn Ottosson 2020, "A perceptual color space for image processing". */
static Rgb
rgb_of (Oklab at)
{
  double l = pow (at.l + 0.3963377774 * at.a + 0.2158037573 * at.b, 3);
  double m = pow (at.l - 0.1055613458 * at.a - 0.0638541728 * at.b, 3);
  double s = pow (at.l - 0.0894841775 * at.a - 1.2914855480 * at.b, 3);

  return channel_of (4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) << 16
         | channel_of (-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) << 8
         | channel_of (-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
}

void
heat_colours (const Theme *theme, Rgb ret_colours[HEAT_COLOURS])
{
  Oklab from = theme->is_dark ? deep_on_dark : pale, to = theme->is_dark ? pale : deep;

  for (int i = 0; i < HEAT_COLOURS; i++)
    {
      double share = (double) i / (HEAT_COLOURS - 1);

      ret_colours[i] = rgb_of ((Oklab){ from.l + share * (to.l - from.l), from.a + share * (to.a - from.a),
                                        from.b + share * (to.b - from.b) });
    }
}

static double
linear_of (Rgb colour, int shift)
{
  double value = (double) (colour >> shift & 0xff) / 255;

  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

Rgb
heat_ink (Rgb colour)
{
  double luminance =
    0.2126 * linear_of (colour, 16) + 0.7152 * linear_of (colour, 8) + 0.0722 * linear_of (colour, 0);

  return (luminance + 0.05) * (luminance + 0.05) > 0.05 * 1.05 ? 0x000000 : 0xffffff;
}
