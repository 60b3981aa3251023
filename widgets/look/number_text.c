/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/look/number_text.h"

#include <glib.h>
#include <inttypes.h>
#include <langinfo.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "trace/text/duration_text.h"

_Static_assert(NUMBER_TEXT_MAX >= DURATION_TEXT_MAX, "durations fit");

#define NARROW_SPACE "\u202f"
#define FIRM_SPACE   "\u00a0" /* a no-break space as wide as any */
#define SECOND_NS    INT64_C (1000000000)
#define MINUTE_NS    (60 * SECOND_NS)
#define HOUR_NS      (60 * MINUTE_NS)
#define DAY_NS       (24 * HOUR_NS)

/* Longest sign of a locale: 20 digits, 6 separators of that, a minus and a unit fit into NUMBER_TEXT_MAX. */
#define SIGN_MAX 6

const NumberStyle number_style_c = { ".", "," };

static bool
is_usable (const char *sign)
{
  return sign[0] != '\0' && strlen (sign) <= SIGN_MAX && g_utf8_validate (sign, -1, NULL);
}

NumberStyle
number_style_of_locale (void)
{
  NumberStyle style = number_style_c;
  const char *decimal = nl_langinfo (RADIXCHAR);
  const char *thousands = nl_langinfo (THOUSEP);

  if (is_usable (decimal))
    g_strlcpy (style.decimal, decimal, sizeof style.decimal);
  if (is_usable (thousands))
    g_strlcpy (style.thousands, thousands, sizeof style.thousands);
  else if (strcmp (style.decimal, ".") != 0)
    g_strlcpy (style.thousands, NARROW_SPACE,
               sizeof style.thousands); /* a comma would read as a decimal one */
  return style;
}

/* digits with groups of three. Returns the length. */
static size_t
write_grouped (const NumberStyle *style, uint64_t n, char buffer[NUMBER_TEXT_MAX])
{
  char digits[24];
  int n_digits = snprintf (digits, sizeof digits, "%" PRIu64, n);
  size_t length = 0;

  for (int i = 0; i < n_digits; i++)
    {
      if (i > 0 && (n_digits - i) % 3 == 0)
        length = (size_t) (stpcpy (buffer + length, style->thousands) - buffer);
      buffer[length++] = digits[i];
    }
  buffer[length] = '\0';
  return length;
}

static char *
write_grouped_signed (const NumberStyle *style, int64_t n, char buffer[NUMBER_TEXT_MAX])
{
  char digits[NUMBER_TEXT_MAX];

  write_grouped (style, n < 0 ? -(uint64_t) n : (uint64_t) n, digits);
  g_snprintf (buffer, NUMBER_TEXT_MAX, "%s%s", n < 0 ? "-" : "", digits);
  return buffer;
}

static void
append (char buffer[NUMBER_TEXT_MAX], const char *text)
{
  g_strlcat (buffer, text, NUMBER_TEXT_MAX);
}

/* |scaled| / 10^decimals with its sign, then the unit. */
static char *
write_fixed (const NumberStyle *style,
             int64_t scaled,
             int decimals,
             const char *unit,
             char buffer[NUMBER_TEXT_MAX])
{
  uint64_t size = scaled < 0 ? -(uint64_t) scaled : (uint64_t) scaled;
  uint64_t power = 1;

  for (int i = 0; i < decimals; i++)
    power *= 10;
  snprintf (buffer, NUMBER_TEXT_MAX, "%s%" PRIu64, scaled < 0 ? "-" : "", size / power);
  if (decimals > 0)
    {
      char fraction[24];

      g_snprintf (fraction, sizeof fraction, "%0*" PRIu64, decimals, size % power);
      append (buffer, style->decimal);
      append (buffer, fraction);
    }
  append (buffer, unit);
  return buffer;
}

/* No line ends between a number and its unit. */
static void
copy_firm (const char *text, char buffer[NUMBER_TEXT_MAX])
{
  size_t length = 0;

  for (; *text != '\0' && length + sizeof FIRM_SPACE <= NUMBER_TEXT_MAX; text++)
    if (*text == ' ')
      length = (size_t) (stpcpy (buffer + length, FIRM_SPACE) - buffer);
    else
      buffer[length++] = *text;
  buffer[length] = '\0';
}

char *
number_text_signs (const NumberStyle *style, const char *text)
{
  GString *out = g_string_new (NULL);
  bool is_name = false;

  for (const char *at = text; *at != '\0'; at++)
    {
      is_name ^= *at == '`';
      bool is_within_number = !is_name && at > text && g_ascii_isdigit (at[-1]) && g_ascii_isdigit (at[1]);

      if (is_within_number && *at == '.')
        g_string_append (out, style->decimal);
      else if (is_within_number && *at == ',')
        g_string_append (out, style->thousands);
      else
        g_string_append_c (out, *at);
    }
  return g_string_free (out, FALSE);
}

char *
number_text_duration (const NumberStyle *style, double ns, char buffer[NUMBER_TEXT_MAX])
{
  char text[DURATION_TEXT_MAX];

  duration_text (ns, text);
  char *point = strchr (text, '.');
  if (point != NULL)
    *point = '\0';
  copy_firm (text, buffer);
  if (point != NULL)
    {
      char rest[NUMBER_TEXT_MAX];

      copy_firm (point + 1, rest);
      append (buffer, style->decimal);
      append (buffer, rest);
    }
  return buffer;
}

char *
number_text_exact_ns (const NumberStyle *style, int64_t ns, char buffer[NUMBER_TEXT_MAX])
{
  char text[DURATION_TEXT_MAX];

  copy_firm (duration_text_exact (ns, style->thousands, text), buffer);
  return buffer;
}

char *
number_text_count (const NumberStyle *style, uint64_t n, char buffer[NUMBER_TEXT_MAX])
{
  write_grouped (style, n, buffer);
  return buffer;
}

char *
number_text_value (const NumberStyle *style, double value, char buffer[NUMBER_TEXT_MAX])
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE], *point;

  if (!isfinite (value))
    {
      g_strlcpy (buffer, "n/a", NUMBER_TEXT_MAX);
      return buffer;
    }
  if (fabs (value) >= 1000 && fabs (value) < 1e15)
    return write_grouped_signed (style, llround (value), buffer);
  g_ascii_formatd (digits, sizeof digits, "%.4g", value + 0.0 /* no -0 */);
  point = strchr (digits, '.');
  if (point != NULL)
    *point = '\0';
  g_strlcpy (buffer, digits, NUMBER_TEXT_MAX);
  if (point != NULL)
    {
      append (buffer, style->decimal);
      append (buffer, point + 1);
    }
  return buffer;
}

char *
number_text_tenths (const NumberStyle *style, int64_t tenths, char buffer[NUMBER_TEXT_MAX])
{
  return write_fixed (style, tenths, 1, NARROW_SPACE "%", buffer);
}

char *
number_text_percent (const NumberStyle *style, int64_t percent, char buffer[NUMBER_TEXT_MAX])
{
  return write_fixed (style, percent, 0, NARROW_SPACE "%", buffer);
}

char *
number_text_share (const NumberStyle *style, double share, char buffer[NUMBER_TEXT_MAX])
{
  if (!isfinite (share) || fabs (share) > 1e12)
    {
      g_strlcpy (buffer, "n/a", NUMBER_TEXT_MAX);
      return buffer;
    }
  return number_text_tenths (style, llround (share * 1000), buffer);
}

char *
number_text_bytes (const NumberStyle *style, uint64_t bytes, char buffer[NUMBER_TEXT_MAX])
{
  static const char *const units[] = { FIRM_SPACE "kB", FIRM_SPACE "MB", FIRM_SPACE "GB",
                                       FIRM_SPACE "TB", FIRM_SPACE "PB", FIRM_SPACE "EB" };
  uint64_t unit = 1000;
  size_t i = 0;

  if (bytes < 100000)
    {
      write_grouped (style, bytes, buffer);
      append (buffer, FIRM_SPACE "B");
      return buffer;
    }
  while (bytes / unit >= 1000)
    {
      unit *= 1000;
      i++;
    }

  /* Three significant digits: as many decimals as leave three; rounding up to 1000 goes to the next unit. */
  int decimals = bytes / unit >= 100 ? 0 : bytes / unit >= 10 ? 1 : 2;
  uint64_t quantum = decimals == 0 ? unit : decimals == 1 ? unit / 10 : unit / 100;
  uint64_t scaled = bytes / quantum + (bytes % quantum >= quantum - bytes % quantum ? 1 : 0);
  if (scaled == 1000 && decimals > 0)
    {
      scaled = 100;
      decimals--;
    }
  else if (scaled == 1000)
    {
      scaled = 100;
      decimals = 2;
      i++;
    }
  return write_fixed (style, (int64_t) scaled, decimals, units[i], buffer);
}

/* time / unit with that many decimals, rounded. */
static char *
write_in_unit (const NumberStyle *style,
               int64_t time_ns,
               int64_t unit_ns,
               int decimals,
               const char *unit,
               char buffer[NUMBER_TEXT_MAX])
{
  int64_t quantum = unit_ns;

  for (int i = 0; i < decimals; i++)
    quantum /= 10;
  int64_t scaled = time_ns / quantum, rest = time_ns % quantum;
  if (rest > 0 && rest >= quantum - rest)
    scaled++;
  else if (rest < 0 && -rest >= quantum + rest)
    scaled--;
  return write_fixed (style, scaled, decimals, unit, buffer);
}

/* clang-format off */
static const struct
{
  int64_t ns;
  const char *text;
} units[] = {
  { 1, " ns" },
  { 1000, " µs" },
  { 1000000, " ms" },
  { SECOND_NS, " s" },
  { MINUTE_NS, " min" },
  { HOUR_NS, " h" },
  { DAY_NS, " d" },
};
/* clang-format on */

char *
number_text_edge (const NumberStyle *style, int64_t time_ns, char buffer[NUMBER_TEXT_MAX])
{
  size_t i = G_N_ELEMENTS (units) - 1;

  while (i > 0 && (time_ns < units[i].ns || time_ns % (units[i].ns / 10) != 0))
    i--;
  return write_in_unit (style, time_ns, units[i].ns, time_ns % units[i].ns != 0, units[i].text, buffer);
}

char *
number_text_tick (const NumberStyle *style, int64_t time_ns, int64_t step_ns, char buffer[NUMBER_TEXT_MAX])
{
  size_t i = 0;

  while (i + 1 < G_N_ELEMENTS (units) && step_ns % units[i + 1].ns == 0)
    i++;
  write_in_unit (style, time_ns, units[i].ns, 0, units[i].text, buffer);

  /* One unit up, "12.3 µs" is shorter than "12300 ns" and as exact where ticks are tenths of it. */
  if (g_utf8_strlen (buffer, -1) > NUMBER_TEXT_TICK_MAX && units[i].ns < SECOND_NS
      && step_ns % (units[i + 1].ns / 10) == 0)
    write_in_unit (style, time_ns, units[i + 1].ns, 1, units[i + 1].text, buffer);
  return buffer;
}

char *
number_text_moment (const NumberStyle *style, int64_t time_ns, int64_t step_ns, char buffer[NUMBER_TEXT_MAX])
{
  int decimals = 0;

  for (int64_t quantum = SECOND_NS; quantum > step_ns && decimals < 9; quantum /= 10)
    decimals++;
  return write_in_unit (style, time_ns, SECOND_NS, decimals, " s", buffer);
}
