/* SPDX-License-Identifier: Apache-2.0
 *
 * Whatever a file holds, importing it costs at most twice what an ordinary file of as many events, or bytes, costs, and
 * four times as much of it costs four times as much. Work is counted (work_count.h), never timed: the processor time
 * beside it is told, not judged.
 *
 *   test_cost [--full] [WORD]    --full: a million of everything; WORD: only the files with that in their name */

#include "tests/gen/kineto_recording.h"
#include "tests/guard/hostile_trace.h"
#include "tests/guard/import_cost.h"

#include <glib.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define WORK_MAX 2.0 /* times the ordinary file's */

/* The work of a file STEP times as large, over STEP times the work. At these sizes n log n grows to 1.1, n log^2 n to
 * 1.24, n^2 to 4; less where that is a part of the work only. */
#define STEP       4
#define GROWTH_MAX 1.1

/* Of so little work, times the ordinary file's, its growth says nothing: it is that of what any file costs. */
#define WORK_MIN 0.1

/* Private memory. A track has more to keep than a slice, and a text may be kept twice before it is written. */
#define MEMORY_BYTES          (UINT64_C (64) << 20)
#define MEMORY_BYTES_OF_EVENT 1024
#define MEMORY_BYTES_OF_BYTE  3

#define ORDINARY_EVENTS 250000

typedef struct
{
  double work_of_event, work_of_byte, cpu_of_event_s, cpu_of_byte_s;
} Ordinary;

/* As libkineto writes it; and the same where no event begins like another, so that none can be read by the shape of
 * those before it (trace/import/chrome/chrome_shape.h): what files are held against whose events have no shape in common. */
static Ordinary ordinary, shapeless;

static gboolean is_full;

static FILE *
new_text (void)
{
  int fd = memfd_create ("text", MFD_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  FILE *file = fdopen (fd, "w+");
  g_assert_nonnull (file);
  return file;
}

static int
percent (double value)
{
  return (int) (100 * value + 0.5);
}

static int
megabytes (uint64_t bytes)
{
  return (int) (bytes / 1000000);
}

/* With stacks. Returns how many events. */
static int64_t
write_ordinary (FILE *file)
{
  TraceRequest request = {
    .config = { .seed = 1,
                .world_size = 2,
                .n_layers = 12,
                .python_frames = true,
                .begin_ns = TRACE_REQUEST_BEGIN_NS },
    .options = { .world_size = 2, .python_frames = true, .trace_name = "ordinary" },
    .n_events = ORDINARY_EVENTS,
  };
  int64_t n_events, n_steps;

  g_assert_true (kineto_recording_write (file, &request, &n_events, &n_steps));
  g_assert_cmpint (fflush (file), ==, 0);
  return n_events;
}

/* Each event gets a key of its own, which comes first. */
static void
write_shapeless (FILE *from, FILE *to)
{
  static const char first_key[] = "\"ph\":";
  g_autofree char *text = NULL;
  size_t n_room = 0;
  int64_t n = 0;

  rewind (from);
  while (getline (&text, &n_room, from) > 0)
    {
      const char *at = strstr (text, first_key);

      if (at != NULL)
        {
          fwrite (text, 1, (size_t) (at - text), to);
          fprintf (to, "\"event %" G_GINT64_FORMAT "\": 0, ", n++);
        }
      fputs (at != NULL ? at : text, to);
    }
  g_assert_cmpint (fflush (to), ==, 0);
}

static void
measure_file (FILE *file, int64_t n_events, const char *name, Ordinary *ret)
{
  ImportCost cost;

  g_assert_true (import_cost_measure (fileno (file), &cost));
  g_assert_true (cost.is_imported);
  g_assert_cmpuint (cost.work, >, 0);
  *ret = (Ordinary){
    .work_of_event = (double) cost.work / (double) n_events,
    .work_of_byte = (double) cost.work / (double) cost.text_bytes,
    .cpu_of_event_s = cost.cpu_s / (double) n_events,
    .cpu_of_byte_s = cost.cpu_s / (double) cost.text_bytes,
  };
  g_test_message ("%s, an event: %d bytes, %d units of work, %d ns of processor time", name,
                  (int) ((double) cost.text_bytes / (double) n_events), (int) ret->work_of_event,
                  (int) (1e9 * ret->cpu_of_event_s));
}

static void
measure_ordinary (void)
{
  FILE *file = new_text (), *other = new_text ();
  int64_t n_events = write_ordinary (file);

  write_shapeless (file, other);
  measure_file (file, n_events, "an ordinary file", &ordinary);
  measure_file (other, n_events, "one without shapes", &shapeless);
  fclose (file);
  fclose (other);
}

/* False: the test has failed. */
static bool
measure (const HostileTrace *trace, int64_t n, ImportCost *ret_cost)
{
  FILE *file = new_text ();

  g_assert_true (hostile_trace_write (trace, n, file));
  bool is_measured = import_cost_measure (fileno (file), ret_cost);
  if (!is_measured)
    g_test_fail_printf ("importing %d: %s", (int) n, ret_cost->error);
  fclose (file);
  return is_measured;
}

static void
check_cost (gconstpointer data)
{
  const HostileTrace *trace = data;
  int64_t n = is_full ? trace->n_full : trace->n;
  ImportCost part, whole;

  if (!measure (trace, n / STEP, &part) || !measure (trace, n, &whole))
    return;
  double n_events = (double) (whole.n_kept + whole.n_skipped), n_bytes = (double) whole.text_bytes;
  const Ordinary *other = trace->is_shapeless ? &shapeless : &ordinary;
  double work = (double) whole.work / MAX (n_events * other->work_of_event, n_bytes * other->work_of_byte);
  double cpu = whole.cpu_s / MAX (n_events * other->cpu_of_event_s, n_bytes * other->cpu_of_byte_s);
  double growth = (double) whole.work * (double) part.text_bytes / ((double) part.work * n_bytes);
  double work_max = trace->work_max > 0 ? trace->work_max : WORK_MAX;
  uint64_t memory_max_bytes =
    MEMORY_BYTES + MAX ((uint64_t) n_events * MEMORY_BYTES_OF_EVENT, whole.text_bytes * MEMORY_BYTES_OF_BYTE);

  g_test_message (
    "%s: %d events in %d MB%s%s; work %d %% of an ordinary file's%s, grows to %d %% of linear; processor "
    "time %d %%, %d ms; memory %d MB; native file %d MB",
    trace->name, (int) n_events, megabytes (whole.text_bytes),
    whole.is_imported ? "" : ", refused: ", whole.error, percent (work),
    trace->is_shapeless ? " without shapes" : "", percent (growth), percent (cpu), (int) (1000 * whole.cpu_s),
    megabytes (whole.memory_bytes), megabytes (whole.native_bytes));
  if (work > work_max)
    g_test_fail_printf ("%d %% of the work of an ordinary file; %d %% are allowed", percent (work),
                        percent (work_max));
  if (growth > GROWTH_MAX && work > WORK_MIN)
    g_test_fail_printf ("grows to %d %% of linear", percent (growth));
  if (whole.memory_bytes > memory_max_bytes)
    g_test_fail_printf ("%d MB of memory; %d MB are allowed", megabytes (whole.memory_bytes),
                        megabytes (memory_max_bytes));
}

int
main (int argc, char **argv)
{
  char **words = NULL;
  const GOptionEntry entries[] = {
    { "full", 0, 0, G_OPTION_ARG_NONE, &is_full, NULL, NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &words, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };

  g_test_init (&argc, &argv, NULL);
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, NULL))
    return EXIT_FAILURE;

  measure_ordinary ();
  for (size_t i = 0; i < n_hostile_traces; i++)
    {
      const HostileTrace *trace = &hostile_traces[i];
      g_autofree char *path = g_strconcat ("/cost/", trace->name, NULL);

      g_strdelimit (path, " ", '_');
      if (words == NULL || strstr (trace->name, words[0]) != NULL)
        g_test_add_data_func (path, trace, check_cost);
    }
  int status = g_test_run ();
  g_strfreev (words);
  return status;
}
