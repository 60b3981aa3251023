/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/sagemaker/job_names.h"

#include <glib.h>
#include <string.h>

#include "trace/import/telemetry/telemetry_time.h"
#include "trace/model/trace.h"

#define DIGITS "0123456789"

const char *
job_name_of_path (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash != NULL ? slash + 1 : path;
}

bool
job_name_is_in (const char *path, const char *folder)
{
  size_t n = strlen (folder);

  for (const char *slash; (slash = strchr (path, '/')) != NULL; path = slash + 1)
    if ((size_t) (slash - path) == n && memcmp (path, folder, n) == 0)
      return true;
  return false;
}

bool
job_name_is_timeline (const char *name, int *ret_stem_bytes, bool *ret_is_being_written)
{
  static const char *const words[] = { "model_timeline.json", "pythontimeline.json", "horovod_timeline.json",
                                       "smdataparallel_timeline.json" };
  static const char *const ends[] = { "", ".gz", ".tmp" };
  size_t length = strlen (name);

  for (size_t e = 0; e < G_N_ELEMENTS (ends); e++)
    for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
      {
        size_t n = strlen (words[i]) + strlen (ends[e]);

        if (length < n || strncmp (name + length - n, words[i], strlen (words[i])) != 0
            || strcmp (name + length - strlen (ends[e]), ends[e]) != 0)
          continue;
        *ret_stem_bytes = (int) (length - n);
        if (*ret_stem_bytes > 0 && name[*ret_stem_bytes - 1] == '_')
          --*ret_stem_bytes;
        *ret_is_being_written = e == 2;
        return true;
      }
  return false;
}

void
job_name_read_writer (const char *text, int length, char **ret_node, char **ret_process)
{
  int n_digits = 0;

  while (n_digits < length && g_ascii_isdigit (text[n_digits]))
    n_digits++;
  bool has_process =
    n_digits > 0 && n_digits + 1 < length && (text[n_digits] == '-' || text[n_digits] == '_');
  int skipped = has_process ? n_digits + 1 : 0;

  *ret_node = g_utf8_make_valid (text + skipped, length - skipped);
  *ret_process = g_strndup (text, has_process ? (gsize) n_digits : 0);
}

/* Writers count microseconds; some tests of theirs nanoseconds, and machines' metrics seconds. */
static int64_t
time_of_digits (const char *digits, int n)
{
  int64_t value = 0;

  for (int i = 0; i < n; i++)
    if (__builtin_mul_overflow (value, 10, &value) || __builtin_add_overflow (value, digits[i] - '0', &value))
      return 0;
  for (int64_t factor = 1000000000; factor >= 1000; factor /= 1000)
    if (value < 100 * (INT64_C (1000000000000000000) / factor))
      return value <= TRACE_TIME_MAX_NS / factor ? value * factor : 0;
  return value <= TRACE_TIME_MAX_NS ? value : 0;
}

void
job_name_read_timeline (const char *name, int stem_bytes, char **ret_node, char **ret_process, int64_t *ret_ns)
{
  int n_digits = 0;

  while (n_digits < stem_bytes && g_ascii_isdigit (name[n_digits]))
    n_digits++;
  *ret_ns = 0;
  /* The name of a file that is still being written has no time. */
  if (n_digits >= 10 && n_digits < stem_bytes && name[n_digits] == '_')
    {
      *ret_ns = time_of_digits (name, n_digits);
      name += n_digits + 1;
      stem_bytes -= n_digits + 1;
    }
  job_name_read_writer (name, stem_bytes, ret_node, ret_process);
}

void
job_name_read_system (const char *name, char **ret_node)
{
  size_t n_digits = strspn (name, DIGITS);
  const char *node = name + n_digits + 1;

  *ret_node = NULL;
  if (n_digits == 0 || name[n_digits] != '.')
    return;
  const char *end = strstr (node, ".json");
  if (end != NULL && end > node)
    *ret_node = g_utf8_make_valid (node, end - node);
}

bool
job_name_read_metadata (const char *name, char **ret_node, char **ret_process, int64_t *ret_begin_ns)
{
  const char *end = name + strlen (name);
  const char *fields[3]; /* the begins of the last two, and the end */

  if (!g_str_has_suffix (name, ".metadata"))
    return false;
  end -= strlen (".metadata");
  fields[2] = end;
  for (int i = 1; i >= 0; i--)
    {
      const char *at = fields[i + 1] - (i == 0);

      while (at > name && g_ascii_isdigit (at[-1]))
        at--;
      if (at == fields[i + 1] - (i == 0) || at == name || at[-1] != '_')
        return false;
      fields[i] = at;
    }
  *ret_begin_ns = time_of_digits (fields[0], (int) (fields[1] - 1 - fields[0]));
  job_name_read_writer (name, (int) (fields[0] - 1 - name), ret_node, ret_process);
  return true;
}

int64_t
job_name_read_run (const char *path)
{
  const char *name = job_name_of_path (path);
  char text[] = "yyyy-mm-dd hh:mm:ss";
  int64_t ns;

  /* The run is the folder of the file. */
  const char *begin = name > path ? name - 1 : path;
  while (begin > path && begin[-1] != '/')
    begin--;
  if (name == path || (size_t) (name - 1 - begin) != strlen (text))
    return 0;
  for (size_t i = 0; i < strlen (text); i++)
    if (g_ascii_isalpha (text[i]))
      text[i] = begin[i];
    else if (begin[i] != '_')
      return 0;
  return telemetry_time_read (text, &ns) != TELEMETRY_TIME_NONE ? ns : 0;
}
