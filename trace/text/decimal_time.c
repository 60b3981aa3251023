/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/text/decimal_time.h"

/* Larger exponents are out of range no matter how many zeros come before or behind the point: no text is that long. */
#define EXPONENT_MAX 100000000

typedef struct
{
  bool negative;
  const char *digits; /* digits, with at most one point among them */
  size_t n;
  int exponent;
} Decimal;

static bool
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

static bool
decimal_split (const char *text, size_t length, Decimal *ret)
{
  size_t i = 0, n_digits = 0;
  bool has_point = false;

  *ret = (Decimal){ 0 };
  if (i < length && (text[i] == '-' || text[i] == '+'))
    ret->negative = text[i++] == '-';

  ret->digits = text + i;
  for (; i < length && (is_digit (text[i]) || (text[i] == '.' && !has_point)); i++)
    if (text[i] == '.')
      has_point = true;
    else
      n_digits++;
  ret->n = (size_t) (text + i - ret->digits);
  if (n_digits == 0)
    return false;

  if (i < length && (text[i] == 'e' || text[i] == 'E'))
    {
      bool negative = false;

      i++;
      if (i < length && (text[i] == '-' || text[i] == '+'))
        negative = text[i++] == '-';
      if (i == length)
        return false;
      for (; i < length && is_digit (text[i]); i++)
        if (ret->exponent <= EXPONENT_MAX)
          ret->exponent = ret->exponent * 10 + (text[i] - '0');
      if (negative)
        ret->exponent = -ret->exponent;
    }
  return i == length;
}

/* Computes |decimal| x 10^scale as an integer, rounded half to even. Returns false when it is beyond limit. */
static bool
decimal_scale (const Decimal *decimal, int scale, uint64_t limit, uint64_t *ret_value, bool *ret_rounded)
{
  int64_t power = (int64_t) decimal->exponent + scale; /* power of ten of the digit before the point */
  uint64_t value = 0;
  bool half_or_more = false, exactly_half = false, inexact = false;
  int64_t n_dropped = 0;

  /* The number of digits to keep: the position of the point, counted from the first digit. */
  int64_t n_kept = power;
  for (size_t i = 0; i < decimal->n && decimal->digits[i] != '.'; i++)
    n_kept++;

  for (size_t i = 0; i < decimal->n; i++)
    {
      if (decimal->digits[i] == '.')
        continue;

      unsigned digit = (unsigned) (decimal->digits[i] - '0');
      if (n_kept-- > 0)
        {
          if (__builtin_mul_overflow (value, (uint64_t) 10, &value)
              || __builtin_add_overflow (value, (uint64_t) digit, &value) || value > limit)
            return false;
        }
      else
        {
          /* n_kept was 0 for the first dropped digit. Below that, leading zeros come first. */
          if (n_dropped == 0 && n_kept == -1)
            {
              half_or_more = digit >= 5;
              exactly_half = digit == 5;
            }
          else if (digit > 0)
            exactly_half = false;
          inexact = inexact || digit > 0;
          n_dropped++;
        }
    }
  for (; n_kept > 0 && value > 0; n_kept--)
    if (__builtin_mul_overflow (value, (uint64_t) 10, &value) || value > limit)
      return false;

  if (half_or_more && (!exactly_half || (value & 1)))
    value++;
  if (value > limit)
    return false;
  *ret_value = value;
  *ret_rounded = inexact;
  return true;
}

/* The form of nearly every event: digits, then optionally a point and up to three digits. */
static bool
plain_us_to_ns (const char *text, size_t length, int64_t limit_ns, int64_t *ret_ns)
{
  uint64_t value = 0;
  size_t i = 0;

  /* 19 digits are enough for a time since 1970 with 16 digits, a point and three decimals. */
  if (length > 20)
    return false;
  for (; i < length && is_digit (text[i]); i++)
    value = value * 10 + (uint64_t) (text[i] - '0');
  if (i == 0 || i > 19)
    return false;

  unsigned n_decimals = 0;
  if (i < length && text[i] == '.')
    for (i++; i < length && is_digit (text[i]) && n_decimals < 3; i++, n_decimals++)
      value = value * 10 + (uint64_t) (text[i] - '0');
  if (i != length)
    return false;
  for (; n_decimals < 3; n_decimals++)
    if (__builtin_mul_overflow (value, (uint64_t) 10, &value))
      return false;
  if (value > (uint64_t) limit_ns)
    return false;
  *ret_ns = (int64_t) value;
  return true;
}

bool
decimal_to_scaled (const char *text,
                   size_t length,
                   int power,
                   int64_t limit,
                   int64_t *ret_value,
                   bool *ret_rounded)
{
  Decimal decimal;
  uint64_t value;

  if (!decimal_split (text, length, &decimal)
      || !decimal_scale (&decimal, power, (uint64_t) limit, &value, ret_rounded))
    return false;
  *ret_value = decimal.negative ? -(int64_t) value : (int64_t) value;
  return true;
}

bool
decimal_us_to_ns (const char *text, size_t length, int64_t limit_ns, int64_t *ret_ns, bool *ret_rounded)
{
  *ret_rounded = false;
  return plain_us_to_ns (text, length, limit_ns, ret_ns)
         || decimal_to_scaled (text, length, 3, limit_ns, ret_ns, ret_rounded);
}

static bool
hexadecimal_to_integer (const char *text, size_t length, int64_t *ret_value)
{
  uint64_t value = 0;

  if (length == 0)
    return false;
  for (size_t i = 0; i < length; i++)
    {
      char c = text[i];
      unsigned digit;

      if (is_digit (c))
        digit = (unsigned) (c - '0');
      else if (c >= 'a' && c <= 'f')
        digit = (unsigned) (c - 'a') + 10;
      else if (c >= 'A' && c <= 'F')
        digit = (unsigned) (c - 'A') + 10;
      else
        return false;
      if (value > INT64_MAX >> 4)
        return false;
      value = value << 4 | digit;
    }
  *ret_value = (int64_t) value;
  return true;
}

/* The form of nearly every number: digits alone. */
static bool
plain_to_integer (const char *text, size_t length, int64_t *ret_value)
{
  uint64_t value = 0;

  if (length == 0 || length > 18)
    return false;
  for (size_t i = 0; i < length; i++)
    {
      if (!is_digit (text[i]))
        return false;
      value = value * 10 + (uint64_t) (text[i] - '0');
    }
  *ret_value = (int64_t) value;
  return true;
}

bool
decimal_to_integer (const char *text, size_t length, int64_t *ret_value)
{
  Decimal decimal;
  uint64_t value = 0;
  size_t n_integral = 0;

  if (plain_to_integer (text, length, ret_value))
    return true;
  if (length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
    return hexadecimal_to_integer (text + 2, length - 2, ret_value);
  if (!decimal_split (text, length, &decimal) || decimal.exponent != 0)
    return false;
  for (; n_integral < decimal.n && decimal.digits[n_integral] != '.'; n_integral++)
    if (__builtin_mul_overflow (value, (uint64_t) 10, &value)
        || __builtin_add_overflow (value, (uint64_t) (decimal.digits[n_integral] - '0'), &value))
      return false;
  if (value > (uint64_t) INT64_MAX + decimal.negative)
    return false;
  /* INT64_MIN has no positive counterpart. */
  *ret_value = decimal.negative ? (int64_t) (0 - value) : (int64_t) value;
  return true;
}
