/* SPDX-License-Identifier: Apache-2.0
 *
 * A file that is cut while it is open: its pages turn into zeros between any two reads, and readers go on. */

#include <glib.h>
#include <pthread.h>
#include <unistd.h>

#include "tests/unit/hostile/every_reader.h"
#include "tests/unit/fixtures/native_bytes.h"
#include "trace/archive/archive_file.h"
#include "trace/file/verify.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"

/* A case that takes longer has no end. */
#define SECONDS_MAX 600

#define N_SLICES 12000

/* Some MB. */
static uint8_t *
large_bytes (size_t *ret_n)
{
  g_autoptr (GString) json = g_string_new ("{\"deviceProperties\": [{\"id\": 0}], \"traceEvents\": [\n");

  for (int i = 0; i < N_SLICES; i++)
    {
      bool is_step = i % 500 == 0;

      g_string_append_printf (
        json,
        "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s%d\",\"pid\":9,\"tid\":9,\"ts\":%d,"
        "\"dur\":%d,\"args\":{\"correlation\":%d,\"text\":\"some text of call %d\"}},\n",
        is_step ? "user_annotation" : "cuda_runtime", is_step ? "ProfilerStep#" : "cudaLaunchKernel",
        is_step ? i / 500 : i % 7, 10 * i, is_step ? 4990 : 5, is_step ? 0 : i, i);
      g_string_append_printf (
        json,
        "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"kernel_%d\",\"pid\":0,\"tid\":7,\"ts\":%d,"
        "\"dur\":4,\"args\":{\"device\":0,\"stream\":7,\"correlation\":%d,\"grid\":[%d,1,1]}}%s\n",
        i % 900, 10 * i + 20, i, i, i + 1 < N_SLICES ? "," : "]}");
    }
  return native_bytes_of_json (json->str, ret_n);
}

typedef struct
{
  Trace *trace;
  void (*read) (Trace *trace);
} Reader;

static void *
run_reader (void *data)
{
  const Reader *reader = data;

  reader->read (reader->trace);
  return NULL;
}

static void
verify (Trace *trace)
{
  TraceDamage damage;

  for (int i = 0; i < 5; i++)
    g_assert_true (trace_verify (trace, NULL, &damage));
}

static void
write_archive (Trace *trace)
{
  g_autoptr (GError) error = NULL;
  int fd = native_bytes_file ((const uint8_t *) "", 0);

  if (!trace_write_archive (trace, fd, NULL, "cut.stepscope", &error))
    g_assert_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED);
  close (fd);
}

/* Its end first, then more and more of it. */
static void
cut_slowly (GRand *random, int fd, size_t n, int wait_max_us)
{
  for (size_t left = n; left > 0; left = left * (size_t) g_rand_int_range (random, 0, 10) / 10)
    {
      g_usleep ((gulong) g_rand_int_range (random, 0, wait_max_us));
      g_assert_cmpint (ftruncate (fd, (off_t) left), ==, 0);
    }
  g_assert_cmpint (ftruncate (fd, 0), ==, 0);
}

static void
test_readers_survive_a_cut (void)
{
  size_t n;
  g_autofree uint8_t *bytes = large_bytes (&n);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  int n_cut = 0;

  g_assert_cmpuint (n, >, 2000000);
  alarm (SECONDS_MAX);
  for (int round = 0; round < 8; round++)
    {
      g_autoptr (GError) error = NULL;
      int fd = native_bytes_file (bytes, n);
      g_autoptr (Trace) trace = trace_map (fd, "cut.stepscope", &error);
      Reader readers[] = { { trace, every_reader_reads },
                           { trace, every_reader_draws },
                           { trace, every_query_reads },
                           { trace, write_archive },
                           { trace, verify } };
      pthread_t threads[G_N_ELEMENTS (readers)];

      g_assert_no_error (error);
      for (size_t i = 0; i < G_N_ELEMENTS (readers); i++)
        g_assert_cmpint (pthread_create (&threads[i], NULL, run_reader, &readers[i]), ==, 0);
      cut_slowly (random, fd, n, 20000);
      for (size_t i = 0; i < G_N_ELEMENTS (readers); i++)
        pthread_join (threads[i], NULL);
      n_cut += trace_was_cut (trace);
      close (fd);

      /* And when all is gone. */
      every_reader_reads (trace);
    }
  alarm (0);
  g_assert_cmpint (n_cut, ==, 8);
}

typedef struct
{
  int fd;
  size_t n;
  guint32 seed;
} Cutting;

static void *
run_cutting (void *data)
{
  const Cutting *cutting = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (cutting->seed);

  cut_slowly (random, cutting->fd, cutting->n, 2000);
  return NULL;
}

/* It is refused, or a profile of which nothing is left. */
static void
open_while_cut (const uint8_t *bytes, size_t n, guint32 seed)
{
  g_autoptr (GError) error = NULL;
  Cutting cutting = { native_bytes_file (bytes, n), n, seed };
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", cutting.fd);
  pthread_t thread;

  g_assert_cmpint (pthread_create (&thread, NULL, run_cutting, &cutting), ==, 0);
  g_autoptr (Trace) trace = trace_open (path, NULL, &error);
  g_assert_true ((trace != NULL) == (error == NULL));
  pthread_join (thread, NULL);
  close (cutting.fd);
  if (trace != NULL)
    every_reader_reads (trace);
}

static void
test_opening_survives_a_cut (void)
{
  size_t n, n_archive;
  g_autoptr (GError) error = NULL;
  g_autofree uint8_t *bytes = large_bytes (&n);
  g_autoptr (Trace) trace = native_bytes_map (bytes, n, &error);
  g_assert_no_error (error);
  g_autofree uint8_t *archive = native_bytes_of_archive (trace, &n_archive);

  alarm (SECONDS_MAX);
  for (guint32 seed = 0; seed < 15; seed++)
    {
      open_while_cut (bytes, n, seed);
      open_while_cut (archive, n_archive, seed);
    }
  alarm (0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cut_file/readers_survive_a_cut", test_readers_survive_a_cut);
  g_test_add_func ("/cut_file/opening_survives_a_cut", test_opening_survives_a_cut);
  return g_test_run ();
}
