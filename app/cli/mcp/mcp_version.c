/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/mcp_version.h"

#include <string.h>

/* clang-format off */
static const McpVersion versions[] = {
  { "2026-07-28", .is_modern = true,                       .has_hints = true, .has_structured = true },
  { "2025-11-25",                                          .has_hints = true, .has_structured = true },
  { "2025-06-18",                                          .has_hints = true, .has_structured = true },
  { "2025-03-26",                    .has_batches = true,  .has_hints = true },
  { "2024-11-05",                    .has_batches = true },
};
/* clang-format on */

#define N_VERSIONS (sizeof versions / sizeof versions[0])

const McpVersion *
mcp_versions (size_t *ret_n)
{
  *ret_n = N_VERSIONS;
  return versions;
}

const McpVersion *
mcp_version_find (const char *name)
{
  for (size_t i = 0; i < N_VERSIONS; i++)
    if (strcmp (versions[i].name, name) == 0)
      return &versions[i];
  return NULL;
}

const McpVersion *
mcp_version_negotiate (const char *asked)
{
  const McpVersion *found = mcp_version_find (asked);

  if (found != NULL && !found->is_modern)
    return found;
  for (size_t i = 0; i < N_VERSIONS; i++)
    if (!versions[i].is_modern)
      return &versions[i];
  return NULL;
}
