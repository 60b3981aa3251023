/* SPDX-License-Identifier: Apache-2.0
 *
 * Columns that are mapped may hold any bytes: whatever is written into those of a profile, every reader stays within
 * its arrays, computes nothing undefined (under sanitizers), and comes to an end. */

#include <glib.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/unit/hostile/every_reader.h"
#include "tests/unit/fixtures/collective_job.h"
#include "tests/unit/fixtures/opened_text.h"
#include "tests/unit/fixtures/random_profile.h"
#include "tests/unit/fixtures/timeline_profile.h"
#include "trace/build/builder.h"
#include "trace/derive/sample_peaks.h"
#include "trace/index/interval_index.h"
#include "trace/index/lod.h"
#include "trace/model/trace_private.h"

/* A case that takes longer has no end. */
#define SECONDS_MAX 120

/* ---- what can be overwritten ---- */

typedef struct
{
  const char *name;
  void *at;
  size_t n, width; /* entries, and bytes of one */
  size_t member;   /* bytes of an entry that are overwritten, from its begin + offset */
  size_t offset;
  void *original; /* n x width bytes */
} Field;

#define FIELDS_MAX 64

typedef struct
{
  Trace *trace;
  Field fields[FIELDS_MAX];
  size_t n;
} Victim;

/* The map is private: what is written stays in this process. */
static void
make_writable (const void *at, size_t n_bytes)
{
  uintptr_t page = (uintptr_t) sysconf (_SC_PAGESIZE), begin = (uintptr_t) at & ~(page - 1);

  g_assert_cmpint (mprotect ((void *) begin, (uintptr_t) at + n_bytes - begin, PROT_READ | PROT_WRITE), ==, 0);
}

static void
add_field (Victim *victim,
           const char *name,
           const void *at,
           size_t n,
           size_t width,
           size_t offset,
           size_t member)
{
  g_assert_cmpuint (victim->n, <, FIELDS_MAX);
  if (n == 0)
    return;
  make_writable (at, n * width);
  victim->fields[victim->n++] = (Field){ name, (void *) at, n, width, member, offset, g_memdup2 (at, n * width) };
}

static void
add_column (Victim *victim, const char *name, const void *at, size_t n, size_t width)
{
  add_field (victim, name, at, n, width, 0, width);
}

#define ADD_MEMBER(victim, column, type, member)                                                             \
  add_field (victim, #column "." #member, (column)->at, (column)->n, sizeof (type), offsetof (type, member), \
             sizeof ((type *) NULL)->member)

#define ADD_RECORD(victim, records, n, type, member) \
  add_field (victim, #records "." #member, records, n, sizeof (type), offsetof (type, member), sizeof ((type *) NULL)->member)

static Victim
victim_new (Trace *trace)
{
  Victim victim = { .trace = trace_ref (trace) };
  const SliceColumns *slices = trace_slices (trace);
  InstantColumn *instants = &trace->instants;
  FlowColumn *flows = &trace->flows;
  size_t n_index = 0, n_lod = 0;
  uint64_t n_string_bytes;
  const uint8_t *string_bytes = string_table_bytes (trace->strings, &n_string_bytes);

  for (uint32_t r = 0; r < trace_n_rows (trace); r++)
    {
      n_index += interval_index_length (trace_row (trace, r)->n_slices);
      n_lod += lod_size_bytes (trace_row (trace, r)->n_slices);
    }
  add_column (&victim, "start_ns", slices->start_ns, slices->n, sizeof *slices->start_ns);
  add_column (&victim, "dur_ns", slices->dur_ns, slices->n, sizeof *slices->dur_ns);
  add_column (&victim, "name", slices->name, slices->n, sizeof *slices->name);
  add_column (&victim, "category", slices->category, slices->n, sizeof *slices->category);
  add_column (&victim, "track", slices->track, slices->n, sizeof *slices->track);
  add_column (&victim, "kind", slices->kind, slices->n, sizeof *slices->kind);
  add_column (&victim, "flags", slices->flags, slices->n, sizeof *slices->flags);
  add_column (&victim, "correlation", slices->correlation, slices->n, sizeof *slices->correlation);
  add_column (&victim, "args", slices->args, slices->n, sizeof *slices->args);
  ADD_MEMBER (&victim, instants, TraceInstant, track);
  ADD_MEMBER (&victim, instants, TraceInstant, name);
  ADD_MEMBER (&victim, instants, TraceInstant, category);
  ADD_MEMBER (&victim, instants, TraceInstant, scope);
  ADD_MEMBER (&victim, instants, TraceInstant, time_ns);
  ADD_MEMBER (&victim, instants, TraceInstant, args);
  ADD_MEMBER (&victim, flows, TraceFlow, from);
  ADD_MEMBER (&victim, flows, TraceFlow, to);
  ADD_MEMBER (&victim, flows, TraceFlow, kind);
  ADD_MEMBER (&victim, flows, TraceFlow, category);
  add_column (&victim, "flows_into", trace->flows_into.at, trace->flows_into.n, sizeof *trace->flows_into.at);
  add_column (&victim, "sample time", trace->samples.time_ns, trace->samples.n, sizeof (int64_t));
  add_column (&victim, "sample value", trace->samples.value, trace->samples.n, sizeof (double));
  add_column (&victim, "arguments", trace->args, trace->n_args_bytes, 1);
  if (trace_n_rows (trace) > 0)
    {
      add_column (&victim, "interval index", trace_row (trace, 0)->index, n_index, sizeof (int64_t));
      add_column (&victim, "level of detail", trace_row (trace, 0)->lod, n_lod, 1);
    }
  add_column (&victim, "string begins", string_table_begins (trace->strings), trace_n_strings (trace) + 1,
              sizeof (uint64_t));
  add_column (&victim, "string bytes", string_bytes, n_string_bytes, 1);
  add_column (&victim, "display bytes", trace->display_bytes, trace->n_display_bytes, 1);
  ADD_RECORD (&victim, trace->display, trace->n_display, DisplayRecord, name);
  ADD_RECORD (&victim, trace->display, trace->n_display, DisplayRecord, at);
  add_column (&victim, "busy intervals", trace->busy_intervals, 3 * trace->n_busy_intervals,
              sizeof (int64_t));
  ADD_RECORD (&victim, trace->memory, trace->n_memory, MemoryRecord, track);
  ADD_RECORD (&victim, trace->memory, trace->n_memory, MemoryRecord, n);
  add_column (&victim, "memory time", trace->memory_samples.time_ns, trace->memory_samples.n, sizeof (int64_t));
  add_column (&victim, "memory value", trace->memory_samples.value, trace->memory_samples.n, sizeof (double));
  add_column (&victim, "memory peaks", trace->memory_samples.peaks,
              2 * sample_peaks_length (trace->memory_samples.n), sizeof (double));
  add_column (&victim, "sample peaks", trace->samples.peaks, 2 * sample_peaks_length (trace->samples.n),
              sizeof (double));
  ADD_RECORD (&victim, trace->name_totals, trace->n_name_totals, NameTotalRecord, name);
  ADD_RECORD (&victim, trace->name_totals, trace->n_name_totals, NameTotalRecord, kind);
  ADD_RECORD (&victim, trace->name_totals, trace->n_name_totals, NameTotalRecord, count);
  ADD_RECORD (&victim, trace->name_totals, trace->n_name_totals, NameTotalRecord, total_ns);
  ADD_RECORD (&victim, trace->name_totals, trace->n_name_totals, NameTotalRecord, min_ns);
  ADD_RECORD (&victim, trace->name_totals, trace->n_name_totals, NameTotalRecord, max_ns);
  ADD_RECORD (&victim, trace->steps, trace->n_steps, StepRecord, rank);
  ADD_RECORD (&victim, trace->steps, trace->n_steps, StepRecord, has_number);
  ADD_RECORD (&victim, trace->steps, trace->n_steps, StepRecord, has_device);
  ADD_RECORD (&victim, trace->steps, trace->n_steps, StepRecord, is_truncated);
  ADD_RECORD (&victim, trace->steps, trace->n_steps, StepRecord, number);
  ADD_RECORD (&victim, trace->steps, trace->n_steps, StepRecord, slice);
  ADD_RECORD (&victim, trace->steps, trace->n_steps, StepRecord, host_begin_ns);
  ADD_RECORD (&victim, trace->steps, trace->n_steps, StepRecord, host_end_ns);
  ADD_RECORD (&victim, trace->steps, trace->n_steps, StepRecord, device_begin_ns);
  ADD_RECORD (&victim, trace->steps, trace->n_steps, StepRecord, device_end_ns);
  ADD_RECORD (&victim, trace->steps, trace->n_steps, StepRecord, wall_ns);
  ADD_RECORD (&victim, trace->steps, trace->n_steps, StepRecord, busy_ns);
  ADD_RECORD (&victim, trace->steps, trace->n_steps, StepRecord, activities);
  return victim;
}

static void
victim_restore (Victim *victim)
{
  for (size_t i = 0; i < victim->n; i++)
    memcpy (victim->fields[i].at, victim->fields[i].original, victim->fields[i].n * victim->fields[i].width);
}

static void
victim_clear (Victim *victim)
{
  for (size_t i = 0; i < victim->n; i++)
    g_free (victim->fields[i].original);
  trace_unref (victim->trace);
}

/* ---- how ---- */

typedef enum
{
  ALL_ONES,
  ALL_ZERO,
  LEAST,     /* INT64_MIN and its like */
  MOST,      /* INT64_MAX */
  RANDOM,    /* bytes */
  SHUFFLED,  /* true values, in another order */
  ENDS,      /* of the range, or near them */
  SOME,      /* a few random entries among true ones */
  BIT_FLIPS, /* of true values */
  PLAUSIBLE, /* small numbers */
  SPECIAL,   /* doubles that are no numbers; as integers they are huge */
  N_DAMAGES
} Damage;

static const char *const damage_words[N_DAMAGES] = {
  "all ones", "zero", "least",     "most",      "random",  "shuffled",
  "ends",     "some", "bit flips", "plausible", "special",
};

static uint64_t
random_bits (GRand *random)
{
  return (uint64_t) g_rand_int (random) << 32 | g_rand_int (random);
}

static uint64_t
hostile_value (GRand *random, Damage damage, size_t bits, uint64_t before)
{
  static const double special[] = { (double) NAN, (double) INFINITY, -(double) INFINITY, 1e308, -1e308, -0.0,
                                    5e-324 };
  uint64_t top = UINT64_C (1) << (bits - 1), value;

  switch (damage)
    {
    case ALL_ONES:
      return UINT64_MAX;
    case ALL_ZERO:
      return 0;
    case LEAST:
      return top;
    case MOST:
      return top - 1;
    case RANDOM:
      return random_bits (random);
    case ENDS:
      value = (uint64_t) g_rand_int_range (random, -2, 3);
      return g_rand_boolean (random) ? value : top + value;
    case SOME:
      return g_rand_int_range (random, 0, 8) == 0 ? random_bits (random) : before;
    case BIT_FLIPS:
      return g_rand_boolean (random) ? before ^ UINT64_C (1) << g_rand_int_range (random, 0, (int) bits)
                                     : before;
    case PLAUSIBLE:
      return (uint64_t) g_rand_int_range (random, -4, 60);
    case SPECIAL:
      memcpy (&value, &special[g_rand_int_range (random, 0, G_N_ELEMENTS (special))], sizeof value);
      return value >> (64 - bits);
    case SHUFFLED:
    case N_DAMAGES:
      break;
    }
  return before;
}

static void
shuffle (GRand *random, const Field *field)
{
  uint8_t *base = (uint8_t *) field->at + field->offset, held[sizeof (uint64_t)];

  for (size_t i = field->n - 1; i > 0; i--)
    {
      size_t other = (size_t) g_rand_int_range (random, 0, (gint32) i + 1);

      memcpy (held, base + i * field->width, field->member);
      memmove (base + i * field->width, base + other * field->width, field->member);
      memcpy (base + other * field->width, held, field->member);
    }
}

static void
damage_field (GRand *random, const Field *field, Damage damage)
{
  uint8_t *at = (uint8_t *) field->at + field->offset;

  if (damage == SHUFFLED)
    {
      shuffle (random, field);
      return;
    }
  for (size_t i = 0; i < field->n; i++, at += field->width)
    {
      uint64_t value = 0;

      memcpy (&value, at, field->member);
      value = hostile_value (random, damage, field->member * 8, value);
      memcpy (at, &value, field->member);
    }
}

/* ---- profiles ---- */

/* A test's own trace, of which nothing else is left. */
static Trace *
trace_of (const Profile *profile)
{
  Trace *trace = trace_ref ((Trace *) profile->trace);

  profile_unref (profile);
  return trace;
}

/* With arguments, counters, instants and arrows of the file. */
static Trace *
file_new (void)
{
  g_autoptr (GString) json =
    g_string_new ("{\"deviceProperties\": [{\"id\": 0, \"name\": \"GPU\"}], \"traceEvents\": [");

  for (int i = 0; i < 12; i++)
    {
      g_string_append_printf (
        json,
        "{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": \"ProfilerStep#%d\", \"pid\": 9, \"tid\": 9, \"ts\": %d, "
        "\"dur\": 90},\n",
        i, i * 100);
      g_string_append_printf (
        json,
        "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::op%d\", \"pid\": 9, \"tid\": 9, \"ts\": %d, \"dur\": 30, "
        "\"args\": {\"Input Dims\": [[1, %d]], \"text\": \"a\\n\\u00e4 \xff %d\"}},\n",
        i % 3, i * 100 + 5, i, i);
      g_string_append_printf (
        json,
        "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 9, \"tid\": 9, \"ts\": %d, "
        "\"dur\": 4, \"args\": {\"correlation\": %d, \"External id\": %d}},\n",
        i * 100 + 10, i + 1, i);
      g_string_append_printf (
        json,
        "{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": 0, \"tid\": 7, \"ts\": %d, \"dur\": 20, \"args\": "
        "{\"device\": 0, \"stream\": 7, \"correlation\": %d, \"grid\": [1, 2, 3], \"block\": [4, 5, 6], \"bytes\": "
        "%d, \"est. achieved occupancy %%\": 31, \"registers per thread\": 32, \"shared memory\": 1024}},\n",
        i % 4 == 0 ? "gpu_memcpy" : "kernel",
        i % 4 == 0 ? "Memcpy HtoD (Pageable -> Device)" : "void gemm<float>(int)", i * 100 + 40, i + 1,
        i * 4096);
      g_string_append_printf (
        json,
        "{\"ph\": \"s\", \"cat\": \"fwdbwd\", \"name\": \"fwdbwd\", \"id\": %d, \"pid\": 9, "
        "\"tid\": 9, \"ts\": %d},\n{\"ph\": \"f\", \"bp\": \"e\", \"cat\": \"fwdbwd\", \"name\": "
        "\"fwdbwd\", \"id\": %d, \"pid\": 9, \"tid\": 9, \"ts\": %d},\n",
        i, i * 100 + 6, i, i * 100 + 60);
      g_string_append_printf (
        json,
        "{\"ph\": \"i\", \"s\": \"t\", \"cat\": \"cpu_instant_event\", \"name\": \"[memory]\", "
        "\"pid\": 9, \"tid\": 9, \"ts\": %d, \"args\": {\"Bytes\": %d, \"Addr\": 77, "
        "\"Total Allocated\": 4096, \"Device Id\": 0, \"Device Type\": 1}},\n"
        "{\"ph\": \"C\", \"name\": \"allocated\", \"pid\": 9, \"ts\": %d, \"args\": {\"bytes\": "
        "%d}},\n",
        i * 100 + 7, i - 5, i * 100, i * 1000);
    }
  g_string_append (json,
                   "{\"ph\": \"B\", \"cat\": \"cpu_op\", \"name\": \"never ended\", \"pid\": 9, \"tid\": 8, "
                   "\"ts\": 1000}]}");
  return trace_of (opened_text ("any.json", json->str, NULL));
}

/* Nothing but samples and instants: the span of the profile comes from them. */
static Trace *
moments_new (void)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  trace_builder_begin_rank (builder, "moments.json");
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
  uint32_t counter = trace_builder_add_track (builder, TRACK_COUNTER, process);
  for (int i = 0; i < 20; i++)
    {
      trace_builder_add_sample (builder, counter, i * 1000, i);
      trace_builder_add_instant (
        builder, &(TraceInstant){ .track = thread, .scope = 't', .time_ns = i * 700, .args = ARGS_NONE });
    }
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  return trace;
}

/* ---- cases ---- */

/* Pictures are dear: each is of another damage than the last. */
#define DRAWN_EVERY 7

static void
read_damaged (Victim *victim, const char *what, Damage damage)
{
  static unsigned n_cases;

  g_test_message ("%s: %s", what, damage_words[damage]);
  alarm (SECONDS_MAX);
  every_reader_reads (victim->trace);
  if (n_cases++ % DRAWN_EVERY == 0)
    every_reader_draws (victim->trace);
  alarm (0);
  victim_restore (victim);
}

/* Every column in every way, alone. */
static void
damage_one_by_one (Trace *trace)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  Victim victim = victim_new (trace);

  for (size_t f = 0; f < victim.n; f++)
    for (Damage damage = 0; damage < N_DAMAGES; damage++)
      {
        damage_field (random, &victim.fields[f], damage);
        read_damaged (&victim, victim.fields[f].name, damage);
      }
  victim_clear (&victim);
  trace_unref (trace);
}

/* Several columns at once, or all of them. */
static void
damage_together (Trace *trace, int n, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  Victim victim = victim_new (trace);

  for (int i = 0; i < n && victim.n > 0; i++)
    {
      Damage last = 0;
      int among = g_rand_int_range (random, 1, 5);

      for (size_t f = 0; f < victim.n; f++)
        if (g_rand_int_range (random, 0, among) == 0)
          damage_field (random, &victim.fields[f], last = (Damage) g_rand_int_range (random, 0, N_DAMAGES));
      read_damaged (&victim, "together", last);
    }
  victim_clear (&victim);
  trace_unref (trace);
}

static void
one_column_is_anything (void)
{
  damage_one_by_one (file_new ());
  damage_one_by_one (moments_new ());
}

static void
columns_are_anything_together (void)
{
  damage_together (file_new (), 150, 1);
  damage_together (moments_new (), 80, 2);
  damage_together (trace_of (timeline_profile_training ()), 20, 3);
  damage_together (trace_of (collective_job_new (4, 100000)), 40, 4);
}

static void
random_profiles_are_anything (void)
{
  for (guint32 seed = 0; seed < 120; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);

      damage_together (random_profile_new (random), 12, seed);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hostile_columns/one_column_is_anything", one_column_is_anything);
  g_test_add_func ("/hostile_columns/columns_are_anything_together", columns_are_anything_together);
  g_test_add_func ("/hostile_columns/random_profiles_are_anything", random_profiles_are_anything);
  return g_test_run ();
}
