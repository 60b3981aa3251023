/* SPDX-License-Identifier: Apache-2.0
 *
 * dcgmi dmon -e 203,1002,... -d 1000: columns apart by spaces, a row for each GPU ("GPU 0"), titles repeated now and then
 * ("#Entity   GPUTL   SMACT", with a line "ID" below). Rows have no times. */

#include "trace/import/telemetry/telemetry_format.h"

#include <string.h>

#include "trace/import/telemetry/telemetry_fields.h"
#include "trace/text/decimal_time.h"

#define COLUMNS_MAX 128
#define TITLE_MAX   32

typedef struct
{
  char titles[COLUMNS_MAX][TITLE_MAX];
  size_t n;
  int64_t tick;
  bool has_row;
  bool *seen; /* GPUs of the current tick */
} Dmon;

/* The short names of DCGM's fields (dcgm_fields.c) whose meaning a person would not guess, or whose unit is known. */
/* clang-format off */
static const struct
{
  const char *title, *name, *unit;
  bool is_gpu_busy;
  double busy_full;
} fields[] = {
  { "GPUTL", "GPU utilization", "%", true, 100 },
  { "MCUTL", "memory controller utilization", "%", false, 0 },
  { "GRACT", "graphics engine active", "", true, 1 },
  { "SMACT", "SM active", "", false, 0 },
  { "SMOCC", "SM occupancy", "", false, 0 },
  { "TENSO", "tensor cores active", "", false, 0 },
  { "DRAMA", "DRAM active", "", false, 0 },
  { "FP64A", "FP64 active", "", false, 0 },
  { "FP32A", "FP32 active", "", false, 0 },
  { "FP16A", "FP16 active", "", false, 0 },
  { "PCITX", "PCIe sent", "bytes/s", false, 0 },
  { "PCIRX", "PCIe received", "bytes/s", false, 0 },
  { "NVLTX", "NVLink sent", "bytes/s", false, 0 },
  { "NVLRX", "NVLink received", "bytes/s", false, 0 },
  { "POWER", "power", "W", false, 0 },
  { "TMPTR", "temperature", "°C", false, 0 },
  { "GTEMP", "temperature", "°C", false, 0 },
  { "SMCLK", "SM clock", "MHz", false, 0 },
  { "MMCLK", "memory clock", "MHz", false, 0 },
  { "FBUSD", "framebuffer used", "MiB", false, 0 },
  { "FBFRE", "framebuffer free", "MiB", false, 0 },
  { "FBTTL", "framebuffer", "MiB", false, 0 },
};
/* clang-format on */

static TelemetrySeries *
series_of (Telemetry *telemetry, const char *title, int64_t gpu)
{
  for (size_t i = 0; i < G_N_ELEMENTS (fields); i++)
    if (strcmp (fields[i].title, title) == 0)
      {
        TelemetrySeries *series = telemetry_series (telemetry, fields[i].name, fields[i].unit, gpu);

        if (series != NULL)
          {
            series->is_gpu_busy = fields[i].is_gpu_busy;
            series->busy_full = fields[i].busy_full;
          }
        return series;
      }
  return telemetry_series (telemetry, title, NULL, gpu);
}

/* Returns the next word of the line, which ends with a NUL, or NULL. */
static char *
next_word (char **at)
{
  char *word = *at + strspn (*at, " \t"), *end = word + strcspn (word, " \t");

  if (word == end)
    return NULL;
  *at = *end != '\0' ? end + 1 : end;
  *end = '\0';
  return word;
}

static bool
is_header (const char *line)
{
  if (*line != '#')
    return false;
  line += 1 + strspn (line + 1, " \t");
  return g_ascii_strncasecmp (line, "Entity", 6) == 0 && (line[6] == ' ' || line[6] == '\t');
}

/* A row before any titles is one of a file whose begin was cut off. */
static bool
recognise (const char *line)
{
  return is_header (line) || (g_str_has_prefix (line, "GPU ") && g_ascii_isdigit (line[4]));
}

static void
take_titles (Dmon *dmon, char *line)
{
  char *word;

  line += 1;
  next_word (&line); /* "Entity" */
  dmon->n = 0;
  while (dmon->n < COLUMNS_MAX && (word = next_word (&line)) != NULL)
    g_strlcpy (dmon->titles[dmon->n++], word, TITLE_MAX);
}

static void
take_row (Telemetry *telemetry, Dmon *dmon, char *line, int64_t gpu, int64_t offset)
{
  char *words[COLUMNS_MAX + 1];
  size_t n = 0;

  for (char *word; n <= COLUMNS_MAX && (word = next_word (&line)) != NULL;)
    words[n++] = word;
  if (n != dmon->n)
    {
      telemetry_skip_row (telemetry, offset);
      return;
    }
  if (dmon->seen[gpu])
    {
      memset (dmon->seen, 0, TELEMETRY_GPUS_MAX * sizeof *dmon->seen);
      dmon->tick++;
    }
  dmon->seen[gpu] = true;
  telemetry->n_rows++;
  for (size_t i = 0; i < n; i++)
    {
      const char *unit;
      double value;

      switch (telemetry_field_read (words[i], &value, &unit))
        {
        case TELEMETRY_FIELD_MISSING:
          telemetry->n_values_missing++;
          break;
        case TELEMETRY_FIELD_TEXT:
          telemetry->n_values_invalid++;
          break;
        case TELEMETRY_FIELD_NUMBER:
          telemetry_add (telemetry, series_of (telemetry, dmon->titles[i], gpu), dmon->tick, value);
          break;
        }
    }
}

static const char *
take_line (Telemetry *telemetry, void *state, char *line, int64_t offset)
{
  Dmon *dmon = state;
  char *at = line;
  int64_t gpu;

  telemetry->clock = TELEMETRY_TICKS;
  if (dmon->seen == NULL && (dmon->seen = g_try_new0 (bool, TELEMETRY_GPUS_MAX)) == NULL)
    {
      telemetry->has_failed = true;
      return NULL;
    }
  if (is_header (line))
    {
      take_titles (dmon, line);
      return NULL;
    }
  /* The line below the titles has no digit; units may be on it. */
  if (*line == '#' || strpbrk (line, "0123456789") == NULL)
    return NULL;
  const char *entity = next_word (&at), *number = entity != NULL ? next_word (&at) : NULL;
  /* "GPU-I 0" is a part of a GPU, "Switch 0" none: what they count is not that of a GPU. */
  if (entity == NULL || strcmp (entity, "GPU") != 0 || number == NULL
      || !decimal_to_integer (number, strlen (number), &gpu) || gpu < 0 || gpu >= TELEMETRY_GPUS_MAX)
    telemetry_skip_row (telemetry, offset);
  else
    take_row (telemetry, dmon, at, gpu, offset);
  return NULL;
}

static void
clear (void *state)
{
  g_free (((Dmon *) state)->seen);
}

const TelemetryFormat dcgmi_dmon_format = {
  "dcgmi-dmon", "dcgmi dmon", recognise, sizeof (Dmon), clear, take_line, NULL,
};
