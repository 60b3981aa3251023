/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/summary/summary_source.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/unit/fixtures/native_bytes.h"
#include "trace/file/trace_map.h"
#include "trace/summary/job_merge.h"
#include "trace/summary/rank_summary.h"

typedef struct
{
  GString *text;
  int rank, correlation;
} Writing;

static void
append (Writing *writing,
        const char *category,
        const char *name,
        int tid,
        int begin,
        int length,
        const char *args)
{
  g_string_append_printf (
    writing->text,
    ",\n{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%d,\"dur\":%d,"
    "\"args\":{%s}}",
    category, name, tid == 9 ? 9 : 0, tid, begin, length, args);
}

static void
launch (Writing *writing, const char *category, const char *name, int begin, int length, const char *args)
{
  g_autofree char *call = g_strdup_printf ("\"correlation\":%d", ++writing->correlation);
  g_autofree char *run =
    g_strdup_printf ("\"correlation\":%d,\"device\":0,\"stream\":7%s", writing->correlation, args);

  append (writing, "cuda_runtime", "cudaLaunchKernel", 9, begin - 6, 4, call);
  append (writing, category, name, 7, begin, length, run);
}

static void
append_step (Writing *writing, int number)
{
  int begin = 1000 * number + 5 * writing->rank;
  g_autofree char *name = g_strdup_printf ("ProfilerStep#%d", number);

  append (writing, "user_annotation", name, 9, begin, 900, "");
  append (writing, "user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 9,
          begin + 10, 60, "");
  launch (writing, "gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", begin + 80, 20, ",\"bytes\":4096");
  launch (writing, "kernel", "ampere_sgemm_128x64_tn", begin + 120, 100 + 10 * writing->rank, "");
  for (int i = 0; i < 2; i++)
    {
      g_autofree char *args = g_strdup_printf (
        ",\"Collective name\":\"allreduce\",\"Process Group Name\":\"0\",\"Group size\":2,\"In msg nelems\":1000,"
        "\"Out msg nelems\":1000,\"dtype\":\"Float\",\"Seq\":%d",
        2 * number + i);

      launch (writing, "kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
              begin + 300 + 200 * i + 3 * writing->rank, 100 - 8 * writing->rank, args);
      launch (writing, "kernel", "void at::native::elementwise_kernel<4>(int)", begin + 420 + 200 * i, 30,
              "");
    }
  g_string_append_printf (writing->text,
                          ",\n{\"ph\":\"i\",\"name\":\"[memory]\",\"s\":\"t\",\"pid\":9,\"tid\":9,\"ts\":%d,"
                          "\"args\":{\"Total Allocated\":%d,\"Device Id\":0,\"Device Type\":1}}",
                          begin + 90, 4096 * (number + 1));
}

GBytes *
summary_source_of_trace (Trace *trace)
{
  g_autoptr (GError) error = NULL;
  int fd = memfd_create ("summary", MFD_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  rank_summary_write (trace, fd, "test", &error);
  g_assert_no_error (error);
  off_t n = lseek (fd, 0, SEEK_END);
  uint8_t *bytes = g_malloc ((gsize) n);
  g_assert_cmpint (pread (fd, bytes, (gsize) n, 0), ==, n);
  close (fd);
  return g_bytes_new_take (bytes, (gsize) n);
}

GBytes *
summary_source_of_rank (int rank)
{
  Writing writing = { g_string_new (NULL), rank, 0 };
  size_t n;

  g_string_append_printf (
    writing.text,
    "{\"schemaVersion\":1,\"baseTimeNanoseconds\":1700000000000000000,"
    "\"deviceProperties\":[{\"id\":0,\"name\":\"Some GPU\"}],"
    "\"distributedInfo\":{\"backend\":\"nccl\",\"rank\":%d,\"world_size\":2},\"traceEvents\":["
    "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"pid\":9,\"tid\":9,\"ts\":1,\"dur\":5}",
    rank);
  append_step (&writing, 1);
  append_step (&writing, 2);
  g_string_append (writing.text, "]}");
  g_autofree uint8_t *bytes = native_bytes_of_json (writing.text->str, &n);
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = native_bytes_map (bytes, n, &error);
  g_string_free (writing.text, TRUE);
  g_assert_no_error (error);
  return summary_source_of_trace (trace);
}

Trace *
summary_source_merge (GBytes *const *files, size_t n, GError **error)
{
  g_auto (GStrv) paths = g_new0 (char *, n + 1);
  g_autofree int *fds = g_new (int, n + 1);
  int fd = memfd_create ("job", MFD_CLOEXEC);
  JobMerged merged = { 0 };
  Trace *trace = NULL;

  g_assert_cmpint (fd, >=, 0);
  for (size_t i = 0; i < n; i++)
    {
      gsize size;
      const void *bytes = g_bytes_get_data (files[i], &size);

      fds[i] = native_bytes_file (bytes, size);
      paths[i] = g_strdup_printf ("/proc/self/fd/%d", fds[i]);
    }
  if (job_merge ((const char *const *) paths, n, fd, "job.stepscope", &merged, error))
    trace = trace_map (fd, "job.stepscope", error);
  job_merged_clear (&merged);
  for (size_t i = 0; i < n; i++)
    close (fds[i]);
  close (fd);
  return trace;
}
