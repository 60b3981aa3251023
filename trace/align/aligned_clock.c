/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/align/aligned_clock.h"

#include <math.h>
#include <string.h>

#include "trace/json/json_token.h"
#include "trace/model/setting_value.h"
#include "trace/text/decimal_time.h"

AlignedClock
aligned_clock_of (const Trace *trace, const RankClocks *clocks, uint32_t rank)
{
  const RankClock *clock = &clocks->fit.ranks[rank];

  return (AlignedClock){
    .rank = trace_rank (trace, rank)->number,
    .reference_rank = trace_rank (trace, clock->frame)->number,
    .n_collectives = clock->n_readings,
    .offset_ns = clock->n_readings > 0 ? clock->offset_ns : 0,
    .drift_ppm = clock->n_readings > 0 ? clock->drift_per_s / 1000 : 0,
    .residual_p50_ns = clock->residual_p50_ns,
    .residual_p95_ns = clock->residual_p95_ns,
    .is_certain = rank_clocks_is_certain (clocks, rank),
  };
}

char *
aligned_clock_text (const AlignedClock *clock)
{
  char drift[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (drift, sizeof drift, "%.3f", clock->drift_ppm);
  return g_strdup_printf (
    "{\"rank\":%" G_GINT64_FORMAT ",\"reference_rank\":%" G_GINT64_FORMAT ",\"collectives\":%" G_GUINT64_FORMAT
    ",\"offset_ns\":%" G_GINT64_FORMAT ",\"drift_ppm\":%s,\"residual_p50_ns\":%" G_GINT64_FORMAT
    ",\"residual_p95_ns\":%" G_GINT64_FORMAT ",\"is_certain\":%s}",
    clock->rank, clock->reference_rank, clock->n_collectives, clock->offset_ns, drift, clock->residual_p50_ns,
    clock->residual_p95_ns, clock->is_certain ? "true" : "false");
}

/* ---- reading it again ---- */

static void
take_integer (const JsonValue *value, int64_t *integer)
{
  int64_t read;

  if (decimal_to_integer (value->text, value->length, &read))
    *integer = read;
}

static void
take_drift (AlignedClock *clock, const JsonValue *value)
{
  char text[32];

  if (value->type != JSON_NUMBER || value->length >= sizeof text)
    return;
  memcpy (text, value->text, value->length);
  text[value->length] = '\0';
  double drift = g_ascii_strtod (text, NULL);
  clock->drift_ppm = isfinite (drift) ? drift : 0;
}

static void
take_member (AlignedClock *clock, const JsonValue *key, const JsonValue *value)
{
  int64_t n = 0;

  if (json_is_text (key, "rank"))
    take_integer (value, &clock->rank);
  else if (json_is_text (key, "reference_rank"))
    take_integer (value, &clock->reference_rank);
  else if (json_is_text (key, "offset_ns"))
    take_integer (value, &clock->offset_ns);
  else if (json_is_text (key, "residual_p50_ns"))
    take_integer (value, &clock->residual_p50_ns);
  else if (json_is_text (key, "residual_p95_ns"))
    take_integer (value, &clock->residual_p95_ns);
  else if (json_is_text (key, "drift_ppm"))
    take_drift (clock, value);
  else if (json_is_text (key, "is_certain"))
    clock->is_certain = value->type == JSON_LITERAL && *value->text == 't';
  else if (json_is_text (key, "collectives"))
    {
      take_integer (value, &n);
      clock->n_collectives = (uint64_t) MAX (n, 0);
    }
}

static bool
read_clock (const char *text, size_t length, AlignedClock *clock)
{
  const char *at = text, *inside;
  unsigned repairs = 0;
  JsonValue object, key, value;

  *clock = (AlignedClock){ 0 };
  if (length == 0 || *text != '{'
      || json_value (&at, text + length, JSON_STRICT, &repairs, &object) != JSON_OK)
    return false;
  inside = object.text;
  while (json_next (&inside, object.text + object.length, &key, &value))
    take_member (clock, &key, &value);
  return true;
}

/* Appends all to clocks, or only looks whether there is one if that is NULL. */
static bool
find_clocks (const Trace *trace, GArray *clocks)
{
  bool any = false;
  uint64_t place = 0;
  size_t length;
  const char *text;

  if (trace_n_ranks (trace) == 0)
    return false;
  while (!(any && clocks == NULL)
         && (text = setting_value_next (trace, trace_rank (trace, 0), ALIGNED_SETTING, &place, &length)) != NULL)
    {
      AlignedClock clock;

      if (!read_clock (text, length, &clock))
        continue;
      any = true;
      if (clocks != NULL)
        g_array_append_val (clocks, clock);
    }
  return any;
}

GArray *
aligned_clocks (const Trace *trace)
{
  GArray *clocks = g_array_new (FALSE, FALSE, sizeof (AlignedClock));

  find_clocks (trace, clocks);
  return clocks;
}

bool
aligned_clocks_any (const Trace *trace)
{
  return find_clocks (trace, NULL);
}
