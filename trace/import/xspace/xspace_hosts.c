/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/xspace/xspace_hosts.h"

#include <stdlib.h>

#include "trace/container/id_map.h"
#include "trace/import/xspace/xspace_words.h"

COLUMN_IMPLEMENT (XSpaceHostPlaneColumn, xspace_host_plane_column)

/* XPlane */
#define PLANE_NAME 2

#define NAME_BYTES_MAX ((size_t) 4096)

void
xspace_hosts_clear (XSpaceHosts *hosts)
{
  xspace_host_plane_column_clear (&hosts->planes);
  u32_column_clear (&hosts->names);
}

void
xspace_hosts_add_plane (XSpaceImport *import, XSpaceHosts *hosts, uint64_t at)
{
  XSpaceHostPlane plane = { .at = at, .name = STRING_EMPTY };
  ProtobufStreamField field;
  ProtobufSpan span;
  int32_t number;
  bool is_cut;

  while (xspace_next (import, &field))
    if (field.number == PLANE_NAME && xspace_first_bytes (import, NAME_BYTES_MAX, &span, &is_cut))
      {
        const char *name = (const char *) span.at;
        size_t n = (size_t) (span.end - span.at);

        plane.name = trace_builder_string (import->builder, name, n);
        plane.is_environment = xspace_plane_word (name, n, &number) == XSPACE_PLANE_ENVIRONMENT;
        protobuf_stream_leave (import->stream);
        break;
      }
  if (!xspace_host_plane_column_push (&hosts->planes, plane))
    trace_builder_set_failed (import->builder);
}

/* ---- hosts ---- */

/* The planes of one host follow those of another: each host has a name once. Returns the number of hosts. */
static uint32_t
part_in_order (XSpaceImport *import, XSpaceHosts *hosts)
{
  IdMap host_of_name = { 0 };
  uint32_t host = 0;

  for (size_t i = 0; i < hosts->planes.n; i++)
    {
      uint64_t *last = id_map_add (&host_of_name, hosts->planes.at[i].name, UINT32_MAX);

      if (last == NULL)
        {
          trace_builder_set_failed (import->builder);
          break;
        }
      host += *last == host;
      *last = host;
      hosts->planes.at[i].host = host;
    }
  id_map_clear (&host_of_name);
  return host + 1;
}

/* The planes of one name follow each other: the first one is of the first host. Returns the number of hosts. */
static uint32_t
part_by_name (XSpaceImport *import, XSpaceHosts *hosts)
{
  IdMap n_of_name = { 0 };
  uint32_t n_hosts = 1;

  for (size_t i = 0; i < hosts->planes.n; i++)
    {
      uint64_t *n = id_map_add (&n_of_name, hosts->planes.at[i].name, 0);

      if (n == NULL)
        {
          trace_builder_set_failed (import->builder);
          break;
        }
      hosts->planes.at[i].host = (uint32_t) MIN (*n, hosts->names.n - 1);
      n_hosts = MAX (n_hosts, hosts->planes.at[i].host + 1);
      ++*n;
    }
  id_map_clear (&n_of_name);
  return n_hosts;
}

static int
compare (const void *a, const void *b)
{
  const XSpaceHostPlane *left = a, *right = b;

  if (left->host != right->host)
    return left->host < right->host ? -1 : 1;
  if (left->is_environment != right->is_environment)
    return left->is_environment ? -1 : 1;
  return left->at < right->at ? -1 : left->at > right->at;
}

static void
number_planes (XSpaceImport *import, XSpaceHosts *hosts)
{
  IdMap n_of_name = { 0 };

  for (size_t i = 0; i < hosts->planes.n; i++)
    {
      XSpaceHostPlane *plane = &hosts->planes.at[i];
      uint64_t *n = id_map_add (&n_of_name, (uint64_t) plane->host << 32 | plane->name, 0);

      if (n == NULL)
        {
          trace_builder_set_failed (import->builder);
          break;
        }
      plane->nth = (uint32_t) (*n)++;
    }
  id_map_clear (&n_of_name);
}

void
xspace_hosts_settle (XSpaceImport *import, XSpaceHosts *hosts)
{
  hosts->are_named = hosts->names.n < 2 || hosts->planes.n == 0
                     || part_in_order (import, hosts) == hosts->names.n
                     || part_by_name (import, hosts) == hosts->names.n;
  if (hosts->planes.n > 0 && !trace_builder_failed (import->builder))
    {
      qsort (hosts->planes.at, hosts->planes.n, sizeof *hosts->planes.at, compare);
      number_planes (import, hosts);
    }
}
