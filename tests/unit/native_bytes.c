/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/native_bytes.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "trace/archive/archive_file.h"
#include "trace/open/open.h"

/* Something of every kind: a step, a launch with its kernel, copies, a nested and an overlapping slice, B and E,
 * instants, memory, counters, an arrow of the file, a slice that never ends, arguments of every type, a setting, a damage. */
const char native_bytes_small_json[] =
  "{\"schemaVersion\": 1, \"baseTimeNanoseconds\": 1700000000000000000, \"distributedInfo\": {\"rank\": 3},\n"
  "\"deviceProperties\": [{\"id\": 0, \"name\": \"Some GPU\"}],\n"
  "\"traceEvents\": [\n"
  "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#7\",\"pid\":9,\"tid\":9,\"ts\":10,\"dur\":90},\n"
  "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\",\"pid\":9,\"tid\":9,\"ts\":12,\"dur\":50,"
  "\"args\":{\"External id\":5,\"Input Dims\":[[1,2],[]],\"flag\":true,\"none\":null,\"text\":\"a \\\"b\\\"\",\"x\":-1.5e3}},\n"
  "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":9,\"tid\":9,\"ts\":14.125,\"dur\":5,"
  "\"args\":{\"correlation\":77,\"External id\":5}},\n"
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"void at::native::elementwise_kernel<4>(int)\",\"pid\":0,\"tid\":7,\"ts\":30,"
  "\"dur\":20.5,\"args\":{\"correlation\":77,\"device\":0,\"stream\":7,\"grid\":[1,2,3],\"block\":[4,5,6]}},\n"
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"ncclKernel_AllReduce\",\"pid\":0,\"tid\":8,\"ts\":40,\"dur\":30,"
  "\"args\":{\"correlation\":78,\"device\":0,\"stream\":8}},\n"
  "{\"ph\":\"X\",\"cat\":\"gpu_memcpy\",\"name\":\"Memcpy HtoD (Pinned -> Device)\",\"pid\":0,\"tid\":7,\"ts\":60,\"dur\":3,"
  "\"args\":{\"correlation\":79,\"device\":0,\"stream\":7,\"bytes\":4096}},\n"
  "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"late\",\"pid\":9,\"tid\":9,\"ts\":61,\"dur\":50},\n"
  "{\"ph\":\"B\",\"cat\":\"x\",\"name\":\"pair\",\"pid\":9,\"tid\":10,\"ts\":20,\"args\":{\"a\":1}},\n"
  "{\"ph\":\"E\",\"pid\":9,\"tid\":10,\"ts\":25,\"args\":{\"b\":2}},\n"
  "{\"ph\":\"B\",\"cat\":\"x\",\"name\":\"endless\",\"pid\":9,\"tid\":10,\"ts\":26},\n"
  "{\"ph\":\"i\",\"name\":\"mark\",\"s\":\"g\",\"pid\":9,\"tid\":9,\"ts\":33,\"args\":{\"k\":\"v\"}},\n"
  "{\"ph\":\"i\",\"name\":\"[memory]\",\"s\":\"t\",\"pid\":9,\"tid\":9,\"ts\":34,"
  "\"args\":{\"Total Allocated\":4096,\"Device Id\":0,\"Device Type\":1}},\n"
  "{\"ph\":\"C\",\"name\":\"mem\",\"pid\":9,\"ts\":11,\"args\":{\"used\":1.5}},\n"
  "{\"ph\":\"C\",\"name\":\"mem\",\"pid\":9,\"ts\":21,\"args\":{\"used\":2.5}},\n"
  "{\"ph\":\"s\",\"cat\":\"fwdbwd\",\"name\":\"fwdbwd\",\"id\":1,\"pid\":9,\"tid\":9,\"ts\":13},\n"
  "{\"ph\":\"f\",\"bp\":\"e\",\"cat\":\"fwdbwd\",\"name\":\"fwdbwd\",\"id\":1,\"pid\":9,\"tid\":9,\"ts\":62},\n"
  "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"no time\",\"pid\":9,\"tid\":9,\"dur\":50}\n"
  "], \"traceName\": \"small\"}\n";

int
native_bytes_file (const uint8_t *bytes, size_t n)
{
  int fd = memfd_create ("test", MFD_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (pwrite (fd, bytes, n, 0), ==, (gssize) n);
  return fd;
}

static uint8_t *
bytes_of_file (int fd, size_t *ret_n)
{
  off_t n = lseek (fd, 0, SEEK_END);
  uint8_t *bytes = g_malloc ((gsize) n);

  g_assert_cmpint (pread (fd, bytes, (size_t) n, 0), ==, n);
  *ret_n = (size_t) n;
  return bytes;
}

uint8_t *
native_bytes_of_source (int source_fd, size_t *ret_n)
{
  g_autoptr (GError) error = NULL;
  int fd = memfd_create ("native", MFD_CLOEXEC);
  TraceSource source = { source_fd, "small.json" };

  g_assert_cmpint (lseek (source_fd, 0, SEEK_SET), ==, 0);
  g_assert_true (trace_import (&source, fd, NULL, &error));
  g_assert_no_error (error);
  uint8_t *bytes = bytes_of_file (fd, ret_n);
  close (fd);
  return bytes;
}

uint8_t *
native_bytes_of_json (const char *text, size_t *ret_n)
{
  int source_fd = native_bytes_file ((const uint8_t *) text, strlen (text));
  uint8_t *bytes = native_bytes_of_source (source_fd, ret_n);

  close (source_fd);
  return bytes;
}

uint8_t *
native_bytes_of_archive (const Trace *trace, size_t *ret_n)
{
  g_autoptr (GError) error = NULL;
  int fd = memfd_create ("archive", MFD_CLOEXEC);

  g_assert_true (trace_write_archive (trace, fd, NULL, "small.stepscope", &error));
  g_assert_no_error (error);
  uint8_t *bytes = bytes_of_file (fd, ret_n);
  close (fd);
  return bytes;
}

Trace *
native_bytes_map (const uint8_t *bytes, size_t n, GError **error)
{
  int fd = native_bytes_file (bytes, n);
  Trace *trace = trace_map (fd, "small.stepscope", error);

  close (fd);
  return trace;
}

Trace *
native_bytes_open (const uint8_t *bytes, size_t n, GError **error)
{
  int fd = native_bytes_file (bytes, n);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  Trace *trace = trace_open (path, NULL, error);

  close (fd);
  return trace;
}

SectionEntry *
native_bytes_table (uint8_t *bytes, uint32_t *ret_n)
{
  const SectionFileHeader *header = (const SectionFileHeader *) (const void *) bytes;

  *ret_n = header->n_sections;
  return (SectionEntry *) (void *) (bytes + header->table_at);
}

void
native_bytes_seal (uint8_t *bytes, size_t n)
{
  SectionFileHeader *header = (SectionFileHeader *) (void *) bytes;
  bool is_inside = header->table_at <= n && header->table_at % 8 == 0;

  if (is_inside && header->n_sections <= (n - header->table_at) / sizeof (SectionEntry))
    {
      uint32_t n_sections;
      SectionEntry *table = native_bytes_table (bytes, &n_sections);

      for (uint32_t i = 0; i < n_sections; i++)
        if (table[i].at <= n && table[i].stored_bytes <= n - table[i].at)
          table[i].hash = XXH3_64bits (bytes + table[i].at, table[i].stored_bytes);
      header->table_hash = XXH3_64bits (table, n_sections * sizeof *table);
    }
  header->header_hash = XXH3_64bits (header, offsetof (SectionFileHeader, header_hash));
}
