/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/sagemaker/job_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/sagemaker/job_kinds.h"
#include "trace/sagemaker/job_names.h"
#include "trace/text/trace_error.h"

#define END_MARKER "training_job_end.ts"

/* ---- the folder ---- */

static bool
is_folder (int fd, const char *base, const char *path)
{
  struct stat info;
  g_autofree char *whole = g_build_filename (base, path, NULL);

  return fstatat (fd, whole, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR (info.st_mode);
}

static bool
is_output (int fd, const char *base)
{
  return is_folder (fd, base, "system/incremental") || is_folder (fd, base, "framework/pevents")
         || is_folder (fd, base, "framework/tensorflow/detailed_profiling")
         || (is_folder (fd, base, "system") && is_folder (fd, base, "framework"));
}

bool
job_files_are_in (int fd)
{
  return is_output (fd, "profiler-output") || is_output (fd, ".");
}

/* ---- its files ---- */

typedef struct
{
  int fd;
  JobFiles *files;
  GPtrArray *folders; /* char *, below the folder, that are still to be read; the first one is "" */
  uint64_t n_seen;
} Walk;

static void
file_free (gpointer data)
{
  JobFile *file = data;

  g_free (file->path);
  g_free (file->node);
  g_free (file->process);
  g_free (file);
}

/* Takes path. */
static JobFile *
add_file (Walk *walk, char *path, JobFileKind kind)
{
  JobFile *file = g_new0 (JobFile, 1);

  file->path = path;
  file->kind = kind;
  g_ptr_array_add (walk->files->files, file);
  return file;
}

static unsigned
n_levels (const char *path)
{
  unsigned n = *path != '\0';

  for (; *path != '\0'; path++)
    n += *path == '/';
  return n;
}

/* Takes path. */
static void
add_folder (Walk *walk, char *path)
{
  const char *name = job_name_of_path (path);

  if (*name == '.')
    add_file (walk, path, JOB_FILE_NOT_SHOWN);
  else if (n_levels (path) < JOB_LEVELS_MAX)
    g_ptr_array_add (walk->folders, path);
  else
    {
      walk->files->n_left_out++;
      g_free (path);
    }
}

/* Takes path, of which info is known. */
static void
take_entry (Walk *walk, char *path, const struct stat *info)
{
  struct stat target;

  if (S_ISDIR (info->st_mode))
    add_folder (walk, path);
  else if (S_ISREG (info->st_mode)
           || (S_ISLNK (info->st_mode) && fstatat (walk->fd, path, &target, 0) == 0 && S_ISREG (target.st_mode)))
    {
      bool is_end = strcmp (job_name_of_path (path), END_MARKER) == 0;

      walk->files->has_end_marker = walk->files->has_end_marker || is_end;
      add_file (walk, path, is_end ? JOB_FILE_END_MARKER : JOB_FILE_STRANGE);
    }
  else
    add_file (walk, path, JOB_FILE_STRANGE);
}

static void
read_folder (Walk *walk, const char *path)
{
  int fd = openat (walk->fd, *path != '\0' ? path : ".", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *directory = fd >= 0 ? fdopendir (fd) : NULL;

  if (directory == NULL)
    {
      if (fd >= 0)
        close (fd);
      add_file (walk, g_strdup (path), JOB_FILE_UNREADABLE);
      return;
    }
  for (struct dirent *entry; (entry = readdir (directory)) != NULL;)
    {
      struct stat info;

      if (strcmp (entry->d_name, ".") == 0 || strcmp (entry->d_name, "..") == 0)
        continue;
      if (walk->n_seen >= JOB_FILES_MAX)
        {
          walk->files->n_left_out++;
          break;
        }
      walk->n_seen++;
      char *below =
        *path != '\0' ? g_strconcat (path, "/", entry->d_name, NULL) : g_strdup (entry->d_name);
      if (fstatat (walk->fd, below, &info, AT_SYMLINK_NOFOLLOW) == 0)
        take_entry (walk, below, &info);
      else
        add_file (walk, below, JOB_FILE_UNREADABLE);
    }
  closedir (directory);
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  const JobFile *const *x = a, *const *y = b;

  return strverscmp ((*x)->path, (*y)->path);
}

/* ---- what they are ---- */

/* What a file of metadata tells of the detailed traces in a folder. */
typedef struct
{
  char *node, *process;
  int64_t begin_ns;
  bool is_one_of_several;
} Metadata;

static void
metadata_free (gpointer data)
{
  Metadata *metadata = data;

  g_free (metadata->node);
  g_free (metadata->process);
  g_free (metadata);
}

/* "framework/.../000000000" and, of a machine, "framework/.../000000000/algo-1". */
static char *
key_of (const char *folder, size_t n_folder, const char *host)
{
  return host == NULL ? g_strndup (folder, n_folder)
                      : g_strdup_printf ("%.*s/%.*s", (int) n_folder, folder, (int) strcspn (host, "."), host);
}

static void
add_metadata (GHashTable *table, char *key, const char *node, const char *process, int64_t begin_ns)
{
  Metadata *known = g_hash_table_lookup (table, key);

  if (known != NULL)
    {
      known->is_one_of_several = true;
      g_free (key);
      return;
    }
  Metadata *metadata = g_new (Metadata, 1);
  *metadata = (Metadata){ g_strdup (node), g_strdup (process), begin_ns, false };
  g_hash_table_insert (table, key, metadata);
}

/* Returns Metadata by key_of (). */
static GHashTable *
read_metadata (const JobFiles *files)
{
  GHashTable *table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, metadata_free);

  for (guint i = 0; i < files->files->len; i++)
    {
      const JobFile *file = files->files->pdata[i];
      const char *name = job_name_of_path (file->path);
      size_t n_folder = name > file->path ? (size_t) (name - 1 - file->path) : 0;
      g_autofree char *node = NULL, *process = NULL;
      int64_t begin_ns;

      if (!job_name_read_metadata (name, &node, &process, &begin_ns))
        continue;
      add_metadata (table, key_of (file->path, n_folder, NULL), node, process, begin_ns);
      add_metadata (table, key_of (file->path, n_folder, node), node, process, begin_ns);
    }
  return table;
}

/* Several files of metadata lie in one folder if several machines, or several processes of one, were profiled at once. */
static void
describe_detailed (GHashTable *metadata, JobFile *file)
{
  const char *plugins = strstr (file->path, "/plugins/");
  size_t n_folder = plugins != NULL ? (size_t) (plugins - file->path) : 0;
  g_autofree char *of_folder = key_of (file->path, n_folder, NULL);
  g_autofree char *of_host = key_of (file->path, n_folder, job_name_of_path (file->path));
  const Metadata *found = g_hash_table_lookup (metadata, of_host);

  if (found == NULL)
    {
      found = g_hash_table_lookup (metadata, of_folder);
      if (found != NULL && found->is_one_of_several)
        found = NULL;
    }
  if (plugins == NULL || found == NULL || found->begin_ns == 0)
    {
      file->time_ns = job_name_read_run (file->path);
      file->is_guessed = true;
      return;
    }
  file->time_ns = found->begin_ns;
  file->is_guessed = found->is_one_of_several;
  file->node = g_strdup (found->node);
  file->process = g_strdup (found->is_one_of_several ? "" : found->process);
}

static void
describe (Walk *walk, GHashTable *metadata, JobFile *file)
{
  const char *name = job_name_of_path (file->path);
  int stem_bytes;

  if (file->kind == JOB_FILE_STRANGE)
    file->kind = job_kind_of_file (walk->fd, file->path);
  if (file->kind == JOB_FILE_SYSTEM)
    job_name_read_system (name, &file->node);
  else if (file->kind == JOB_FILE_TIMELINE
           && job_name_is_timeline (name, &stem_bytes, &file->is_being_written))
    job_name_read_timeline (name, stem_bytes, &file->node, &file->process, &file->time_ns);
  else if (file->kind == JOB_FILE_DETAILED)
    describe_detailed (metadata, file);
  if (file->node == NULL)
    file->node = g_strdup ("");
  if (file->process == NULL)
    file->process = g_strdup ("");
}

JobFiles *
job_files_find (int fd, const char *path, GError **error)
{
  g_autoptr (JobFiles) files = g_new0 (JobFiles, 1);
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);
  Walk walk = { .fd = fd, .files = files, .folders = folders };
  int own_fd = openat (fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  files->files = g_ptr_array_new_with_free_func (file_free);
  if (own_fd < 0)
    {
      int saved = errno;

      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s: cannot be opened: %s.", path,
                   g_strerror (saved));
      return NULL;
    }
  close (own_fd);
  read_folder (&walk, "");
  while (folders->len > 0)
    {
      g_autofree char *folder = g_ptr_array_steal_index_fast (folders, folders->len - 1);

      read_folder (&walk, folder);
    }
  g_ptr_array_sort (files->files, compare_paths);
  g_autoptr (GHashTable) metadata = read_metadata (files);
  for (guint i = 0; i < files->files->len; i++)
    describe (&walk, metadata, files->files->pdata[i]);
  return g_steal_pointer (&files);
}

void
job_files_free (JobFiles *files)
{
  if (files->files != NULL)
    g_ptr_array_unref (files->files);
  g_free (files);
}
