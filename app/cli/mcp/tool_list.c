/* SPDX-License-Identifier: Apache-2.0 */

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "app/cli/mcp/folder_walk.h"
#include "app/cli/mcp/mcp_tool.h"
#include "app/cli/options/interrupt.h"
#include "app/cli/out/json_text.h"
#include "trace/open/first_look.h"

#define DEPTH_MAX 8
#define NAMES_MAX 50000

/* Files whose first bytes are read. */
#define LOOKS_MAX 5000

static const ToolParameter parameters[] = {
  /* clang-format off */
  { "folder", TOOL_FOLDER, .description = "Only what lies below this folder; without it, below all allowed folders." },
  { "max_profiles", TOOL_INTEGER, .min = 1, .max = 2000, .fallback = 200, .description = "How many to list, the last written ones first." },
  { "max_bytes", TOOL_INTEGER, .min = TOOL_BYTES_MIN, .max = TOOL_BYTES_MAX, .fallback = TOOL_BYTES_DEFAULT, .description = TOOL_ABOUT_BYTES },
  { .name = NULL },
  /* clang-format on */
};

typedef struct
{
  char *path;
  const char *format; /* static; "folder" for one of several files */
  uint64_t size_bytes, n_files;
  int64_t modified_s;
} Found;

typedef struct
{
  const char *root;
  GArray *found;       /* Found */
  GHashTable *folders; /* path of a folder -> index of its first profile + 1 in found */
  unsigned n_looks;
} Listing;

static void
clear_found (gpointer data)
{
  g_free (((Found *) data)->path);
}

static const char *
format_word (ProfileFormatId id)
{
  const ProfileFormat *format = profile_format_get (id);

  if (id == PROFILE_FORMAT_NATIVE)
    return "native";
  if (id == PROFILE_FORMAT_ARCHIVE)
    return "archive";
  return format != NULL && format->word != NULL ? format->word : "other";
}

static ProfileFormatId
look_at (const FolderEntry *entry)
{
  int fd = openat (entry->folder_fd, entry->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

  if (fd < 0)
    return PROFILE_FORMAT_NONE;
  FirstLook look = first_look_at_fd (fd);
  close (fd);
  return look.format;
}

static bool
visit (const FolderEntry *entry, gpointer user_data)
{
  Listing *listing = user_data;

  if (interrupt_is_set () || listing->n_looks == LOOKS_MAX)
    return false;
  if (!S_ISREG (entry->info->st_mode) || !first_look_is_name (entry->name))
    return true;
  listing->n_looks++;
  ProfileFormatId format = look_at (entry);
  if (format == PROFILE_FORMAT_NONE || format == PROFILE_FORMAT_NSYS_REPORT)
    return true;
  Found found = {
    .path = g_build_filename (listing->root, entry->path, NULL),
    .format = format_word (format),
    .size_bytes = (uint64_t) entry->info->st_size,
    .n_files = 1,
    .modified_s = entry->info->st_mtim.tv_sec,
  };
  g_array_append_val (listing->found, found);
  return true;
}

/* Adds the folders that hold several profiles, each of which may be opened as one of ranks. */
static void
add_folders (Listing *listing)
{
  guint n = listing->found->len;

  for (guint i = 0; i < n; i++)
    {
      const Found *file = &g_array_index (listing->found, Found, i);
      char *folder = g_path_get_dirname (file->path);
      gpointer index = g_hash_table_lookup (listing->folders, folder);

      if (index == NULL)
        {
          Found new_folder = { .path = g_strdup (folder),
                               .format = "folder",
                               .modified_s = file->modified_s };

          g_array_append_val (listing->found, new_folder);
          index = GUINT_TO_POINTER (listing->found->len);
          g_hash_table_insert (listing->folders, g_strdup (folder), index);
          file = &g_array_index (listing->found, Found, i);
        }
      Found *sum = &g_array_index (listing->found, Found, GPOINTER_TO_UINT (index) - 1);
      sum->n_files++;
      sum->size_bytes += file->size_bytes;
      sum->modified_s = MAX (sum->modified_s, file->modified_s);
      g_free (folder);
    }
  for (guint i = listing->found->len; i > n; i--)
    if (g_array_index (listing->found, Found, i - 1).n_files < 2)
      g_array_remove_index (listing->found, i - 1);
}

static int
compare_found (gconstpointer a, gconstpointer b)
{
  const Found *x = a, *y = b;

  if (x->modified_s != y->modified_s)
    return x->modified_s > y->modified_s ? -1 : 1;
  return strcmp (x->path, y->path);
}

static void
append_found (GString *out, const Found *found)
{
  g_autoptr (GDateTime) modified = g_date_time_new_from_unix_utc (found->modified_s);
  g_autofree char *time = modified != NULL ? g_date_time_format (modified, "%Y-%m-%dT%H:%M:%SZ") : NULL;

  g_string_append (out, "{\"path\":");
  json_append_string (out, found->path, strlen (found->path));
  g_string_append_printf (out,
                          ",\"format\":\"%s\",\"files\":%" G_GUINT64_FORMAT
                          ",\"size_bytes\":%" G_GUINT64_FORMAT ",\"modified\":\"%s\"}",
                          found->format, found->n_files, found->size_bytes, time != NULL ? time : "");
}

static GString *
listing_json (const ToolCall *call, const GArray *found, guint n_max, bool is_complete)
{
  GString *out = g_string_new ("{\"schema\":\"stepscope.list/1\",\"allowed\":[");
  const char *const *folders = allowed_paths_folders (call->allowed);

  for (guint i = 0; folders[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      json_append_string (out, folders[i], strlen (folders[i]));
    }
  g_string_append (out, "],\"profiles\":[");
  for (guint i = 0; i < MIN (found->len, n_max); i++)
    {
      g_string_append (out, i > 0 ? ",\n" : "");
      append_found (out, &g_array_index (found, Found, i));
    }
  g_string_append_printf (out, "],\"found\":%u,\"is_complete\":%s}", found->len,
                          is_complete ? "true" : "false");
  return out;
}

static bool
list_below (Listing *listing, const AllowedPaths *allowed, const AllowedPath *folder)
{
  FolderWalk walk = { DEPTH_MAX, NAMES_MAX, visit, listing };
  int fd = allowed_paths_open_folder (allowed, folder);

  if (fd < 0)
    return true;
  listing->root = folder->path;
  bool is_complete = folder_walk (&walk, fd);
  close (fd);
  return is_complete;
}

static bool
list_all (Listing *listing, const AllowedPaths *allowed)
{
  bool is_complete = true;

  for (const char *const *folder = allowed_paths_folders (allowed); *folder != NULL; folder++)
    {
      AllowedPath path;

      if (!allowed_paths_check (allowed, *folder, false, &path, NULL))
        continue;
      is_complete = list_below (listing, allowed, &path) && is_complete;
      allowed_path_clear (&path);
    }
  return is_complete;
}

static void
run (const ToolCall *call, ToolResult *result)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Found));
  g_autoptr (GHashTable) folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Listing listing = { .found = found, .folders = folders };
  guint n_max = (guint) tool_arguments_integer (call->arguments, "max_profiles");
  g_autoptr (GString) notes = g_string_new (NULL);

  g_array_set_clear_func (found, clear_found);
  bool is_complete = call->paths->len > 0
                       ? list_below (&listing, call->allowed, &g_array_index (call->paths, AllowedPath, 0))
                       : list_all (&listing, call->allowed);
  add_folders (&listing);
  g_array_sort (found, compare_found);
  if (!is_complete)
    g_string_append (notes, "The folders hold more than is looked at; name a folder below them.\n");
  if (found->len > n_max)
    g_string_append_printf (notes, "%u of %u are listed; name a folder, or raise max_profiles.\n", n_max,
                            found->len);
  tool_result_take_json (result, listing_json (call, found, n_max, is_complete), notes->str,
                         (size_t) tool_arguments_integer (call->arguments, "max_bytes"));
}

const McpTool tool_list = {
  .name = "list",
  .title = "List profiles",
  .description =
    "Lists the profiles below the allowed folders, the last written ones first, with format, size and time. A folder with "
    "several profiles is listed, too: opened as one profile, its files are the ranks of one job. Links are not followed.",
  .parameters = parameters,
  .run = run,
};
