/* SPDX-License-Identifier: Apache-2.0
 *
 * test_mutants [N [nsys]]: the harnesses over N inputs that are made here, 100,000 without it, by a process per core:
 * every beginning of every case of tests/import/chrome, and those cases changed once to four times, as texts,
 * compressed, and as native files and archives; and recordings of CUPTI. With nsys: the databases of
 * tests/import/nsys, changed likewise. Input i is the same in every run; last_input.h keeps the one that breaks. */

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/fuzz/last_input.h"
#include "tests/fuzz/mutation.h"
#include "tests/fuzz/seeds.h"
#include "tests/fuzz/seen_events.h"
#include "tests/unit/fixtures/native_bytes.h"

#define SEED        20261121
#define N_INPUTS    100000
#define MUTANT_MAX  ((size_t) 64 * 1024)
#define CHANGES_MAX 4

/* Seeds above this are not cut at every byte. */
#define CUT_MAX ((gsize) 4096)

/* Of the compressed seeds, of the native ones, and of CUPTI records, so many are cut at every byte: they differ little in it. */
#define GZIP_CUT_EVERY   10
#define NATIVE_CUT_EVERY 100
#define CUPTI_CUT_EVERY  6

typedef struct
{
  const Harness *harness;
  MutateFunc change;
  guint share;     /* of the mutants, beside that of the others */
  guint cut_every; /* 0: none of them */
  GPtrArray *seeds;
} Source;

typedef struct
{
  Source sources[4];
  size_t n_sources;
  GPtrArray *dictionary;
  guint shares;
} Inputs;

/* The count that events are compared with is one for many of the cases: else it would be compared with nothing. */
static void
assert_events_are_seen (const GPtrArray *texts)
{
  guint n_counted = 0;

  for (guint i = 0; i < texts->len; i++)
    {
      uint64_t n_events;
      gsize n;
      const char *text = g_bytes_get_data (texts->pdata[i], &n);

      n_counted += seen_events_count (text, n, &n_events);
    }
  g_assert_cmpuint (n_counted, >, texts->len / 3);
}

static Inputs
database_inputs_new (void)
{
  const char *root = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *cases = g_build_filename (root != NULL ? root : ".", "tests", "import", "nsys", NULL);
  Inputs inputs = {
    .sources = { { &nsys_harness, mutation_of_numbers, 1, 0, seeds_databases (cases) } },
    .n_sources = 1,
    .dictionary = g_ptr_array_new (),
    .shares = 1,
  };

  return inputs;
}

static Inputs
inputs_new (void)
{
  const char *root = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *cases = g_build_filename (root != NULL ? root : ".", "tests", "import", "chrome", NULL);
  g_autofree char *words = g_build_filename (root != NULL ? root : ".", "tests", "fuzz", "kineto.dict", NULL);
  g_autoptr (GPtrArray) texts = seeds_texts (cases);
  Inputs inputs = {
    .sources = {
      { &json_harness, mutation_of_text, 60, 1, NULL },
      { &gzip_harness, mutation_of_text, 20, GZIP_CUT_EVERY, NULL },
      { &cupti_harness, mutation_of_numbers, 20, CUPTI_CUT_EVERY, NULL },
      { &native_harness, mutation_of_numbers, 20, NATIVE_CUT_EVERY, NULL },
    },
    .n_sources = 4,
    .dictionary = mutation_dictionary (words),
  };

  g_ptr_array_add (texts, g_bytes_new_static (native_bytes_small_json, strlen (native_bytes_small_json)));
  assert_events_are_seen (texts);
  for (size_t s = 0; s < inputs.n_sources; s++)
    {
      inputs.sources[s].seeds = seeds_for (inputs.sources[s].harness->name, texts);
      inputs.shares += inputs.sources[s].share;
    }
  return inputs;
}

static void
inputs_clear (Inputs *inputs)
{
  for (size_t s = 0; s < inputs->n_sources; s++)
    g_ptr_array_unref (inputs->sources[s].seeds);
  g_ptr_array_unref (inputs->dictionary);
}

/* sanitizer/asan_interface.h */
const char *__asan_default_options (void);

/* Inputs are small and many: what AddressSanitizer remembers of each allocation is most of the work otherwise. */
const char *
__asan_default_options (void)
{
  return "malloc_context_size=4:quarantine_size_mb=8:thread_local_quarantine_size_kb=64";
}

/* ---- the inputs of a worker ---- */

typedef struct
{
  const Inputs *inputs;
  unsigned index, n_workers;
  uint64_t n; /* inputs passed, those of other workers included */
} Worker;

static bool
is_mine (Worker *worker)
{
  return worker->n++ % worker->n_workers == worker->index;
}

static void
check_cuts (Worker *worker, const Source *source, uint64_t n_inputs)
{
  for (guint i = 0; source->cut_every > 0 && i < source->seeds->len; i += source->cut_every)
    {
      gsize n;
      const uint8_t *bytes = g_bytes_get_data (source->seeds->pdata[i], &n);

      for (gsize end = 0; end <= MIN (n, CUT_MAX) && worker->n < n_inputs; end++)
        if (is_mine (worker))
          last_input_check (source->harness, bytes, end);
    }
}

static const Source *
draw_source (const Inputs *inputs, Prng *prng)
{
  uint64_t draw = prng_below (prng, inputs->shares);
  const Source *source = inputs->sources;

  for (; draw >= source->share; source++)
    draw -= source->share;
  return source;
}

static void
check_mutant (const Inputs *inputs, uint64_t i, uint8_t *bytes)
{
  Prng prng = prng_init (SEED, i);
  const Source *source = draw_source (inputs, &prng);
  const GPtrArray *seeds = source->seeds;
  /* What compressed texts are spliced with is a text as well. */
  Mutation mutation = { prng, inputs->sources[0].seeds, inputs->dictionary };
  gsize n;
  const void *seed = g_bytes_get_data (seeds->pdata[prng_below (&mutation.prng, seeds->len)], &n);

  if (n > MUTANT_MAX)
    return;
  if (n > 0)
    memcpy (bytes, seed, n);
  for (uint64_t k = prng_below (&mutation.prng, CHANGES_MAX) + 1; k > 0; k--)
    n = source->harness->mutate != NULL ? source->harness->mutate (
          bytes, n, MUTANT_MAX, prng_next (&mutation.prng), source->change, &mutation)
                                        : source->change (bytes, n, MUTANT_MAX, &mutation);
  last_input_check (source->harness, bytes, n);
}

static void
work (const Inputs *inputs, unsigned index, unsigned n_workers, uint64_t n_inputs)
{
  Worker worker = { inputs, index, n_workers, 0 };
  g_autofree uint8_t *bytes = g_malloc (MUTANT_MAX);

  for (size_t s = 0; s < inputs->n_sources; s++)
    check_cuts (&worker, &inputs->sources[s], n_inputs / 2);
  while (worker.n < n_inputs)
    {
      uint64_t i = worker.n;

      if (is_mine (&worker))
        check_mutant (inputs, i, bytes);
    }
}

int
main (int argc, char **argv)
{
  uint64_t n_inputs = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : N_INPUTS;
  unsigned n_workers = (unsigned) CLAMP (get_nprocs (), 1, 16);
  gint64 begin_us = g_get_monotonic_time ();
  bool is_nsys = argc > 2 && strcmp (argv[2], nsys_harness.name) == 0;
  Inputs inputs = is_nsys ? database_inputs_new () : inputs_new ();
  bool ok = true;

  for (unsigned index = 0; index < n_workers; index++)
    {
      pid_t child = fork ();

      g_assert_cmpint (child, >=, 0);
      if (child > 0)
        continue;
      work (&inputs, index, n_workers, n_inputs);
      inputs_clear (&inputs);
      exit (EXIT_SUCCESS);
    }
  for (int status; wait (&status) > 0;)
    ok = ok && WIFEXITED (status) && WEXITSTATUS (status) == EXIT_SUCCESS;
  inputs_clear (&inputs);
  printf ("%" G_GUINT64_FORMAT " inputs in %" G_GINT64_FORMAT " s by %u processes\n", n_inputs,
          (g_get_monotonic_time () - begin_us) / G_USEC_PER_SEC, n_workers);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
