/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/open/rank_directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/open/first_look.h"
#include "trace/sagemaker/job_files.h"
#include "trace/section/input_file.h"
#include "trace/text/trace_error.h"

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strverscmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns the first format that is imported and that has such names; NULL: none. */
static const ProfileFormat *
format_of_name (const char *name)
{
  size_t n;
  const ProfileFormat *formats = profile_formats (&n);

  for (size_t i = 0; i < n; i++)
    if (formats[i].word != NULL && profile_format_has_name (&formats[i], name))
      return &formats[i];
  return NULL;
}

bool
rank_directory_is_trace_name (const char *name)
{
  return format_of_name (name) != NULL;
}

static bool
is_text_name (const char *name)
{
  return format_of_name (name)->bytes == PROFILE_BYTES_TEXT;
}

/* ---- one format ---- */

static ProfileFormatId
look_at (int directory_fd, const char *name)
{
  int fd = input_file_open (directory_fd, name, 0);

  if (fd < 0)
    return PROFILE_FORMAT_NONE;
  ProfileFormatId format = first_look_at_fd (fd).format;
  close (fd);
  return format;
}

/* Whether at least n files with names of text look like profiles. */
static bool
has_texts (int fd, const GPtrArray *names, guint n)
{
  guint n_found = 0;

  for (guint i = 0; i < names->len && n_found < n; i++)
    if (is_text_name (names->pdata[i]))
      n_found += look_at (fd, names->pdata[i]) != PROFILE_FORMAT_NONE;
  return n_found >= n;
}

/* Fills formats with what the files are by their first bytes, those with names of text left out. Returns the format of the
 * ranks, or PROFILE_FORMAT_NONE if they are text, or if no file looks like a profile. */
static ProfileFormatId
format_of_ranks (int fd, const GPtrArray *names, ProfileFormatId *formats)
{
  guint n_of[N_PROFILE_FORMATS] = { 0 };
  ProfileFormatId most = PROFILE_FORMAT_NONE;

  for (guint i = 0; i < names->len; i++)
    {
      formats[i] = is_text_name (names->pdata[i]) ? PROFILE_FORMAT_NONE : look_at (fd, names->pdata[i]);
      n_of[formats[i]]++;
    }
  n_of[PROFILE_FORMAT_NONE] = 0;
  for (int i = 0; i < N_PROFILE_FORMATS; i++)
    if (n_of[i] > n_of[most])
      most = (ProfileFormatId) i;
  /* JAX writes conversions of an XSpace file, as text, beside it. */
  if (most == PROFILE_FORMAT_XSPACE)
    return most;
  return most == PROFILE_FORMAT_NONE || has_texts (fd, names, n_of[most]) ? PROFILE_FORMAT_NONE : most;
}

static bool
have_one_format (const GPtrArray *names)
{
  for (guint i = 1; i < names->len; i++)
    if (format_of_name (names->pdata[i]) != format_of_name (names->pdata[0]))
      return false;
  return true;
}

static bool
has_text_name (const GPtrArray *names)
{
  for (guint i = 0; i < names->len; i++)
    if (is_text_name (names->pdata[i]))
      return true;
  return false;
}

/* Moves the names that are not those of ranks to others. A file that looks like no profile, such as a damaged one, stays
 * with those that have names like it. */
static void
leave_one_format (int fd, GPtrArray *names, GPtrArray *others)
{
  g_autofree ProfileFormatId *formats = g_new (ProfileFormatId, names->len);
  ProfileFormatId format = format_of_ranks (fd, names, formats);
  guint n = 0;

  if (format == PROFILE_FORMAT_NONE && !has_text_name (names))
    return;
  for (guint i = 0; i < names->len; i++)
    {
      char *name = names->pdata[i];
      bool is_rank = format == PROFILE_FORMAT_NONE
                       ? is_text_name (name)
                       : !is_text_name (name) && (formats[i] == format || formats[i] == PROFILE_FORMAT_NONE);

      if (is_rank)
        names->pdata[n++] = name;
      else
        g_ptr_array_add (others, name);
    }
  /* What is behind them has moved. */
  g_ptr_array_set_free_func (names, NULL);
  g_ptr_array_set_size (names, (gint) n);
  g_ptr_array_set_free_func (names, g_free);
}

/* ---- names ---- */

GPtrArray *
rank_directory_list (int fd, const char *path, GPtrArray **ret_others, GError **error)
{
  /* Use a descriptor of its own, because the position in the directory belongs to the descriptor. */
  int own_fd = openat (fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *directory = own_fd >= 0 ? fdopendir (own_fd) : NULL;

  if (directory == NULL)
    {
      int saved = errno;

      if (own_fd >= 0)
        close (own_fd);
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s: cannot be opened: %s.", path,
                   g_strerror (saved));
      return NULL;
    }

  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) others = g_ptr_array_new_with_free_func (g_free);
  for (struct dirent *entry; (entry = readdir (directory)) != NULL;)
    {
      struct stat info;

      if (rank_directory_is_trace_name (entry->d_name) && fstatat (fd, entry->d_name, &info, 0) == 0
          && S_ISREG (info.st_mode))
        g_ptr_array_add (names, g_strdup (entry->d_name));
    }
  closedir (directory);
  g_ptr_array_sort (names, compare_names);
  if (!have_one_format (names))
    leave_one_format (fd, names, others);
  if (ret_others != NULL)
    *ret_others = g_steal_pointer (&others);
  return names;
}

GPtrArray *
rank_directory_members (int fd, const char *path, GError **error)
{
  if (!job_files_are_in (fd))
    return rank_directory_list (fd, path, NULL, error);

  g_autoptr (JobFiles) files = job_files_find (fd, path, error);
  GPtrArray *paths = files != NULL ? g_ptr_array_new_with_free_func (g_free) : NULL;
  for (guint i = 0; paths != NULL && i < files->files->len; i++)
    {
      const JobFile *file = files->files->pdata[i];

      if (file->kind <= JOB_FILE_END_MARKER)
        g_ptr_array_add (paths, g_strdup (file->path));
    }
  return paths;
}

GPtrArray *
rank_directory_other_profiles (const char *path)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  int fd = input_file_open (AT_FDCWD, path, O_DIRECTORY);

  if (fd < 0)
    return paths;
  g_autoptr (GPtrArray) others = NULL;
  g_autoptr (GPtrArray) names =
    job_files_are_in (fd) ? NULL : rank_directory_list (fd, path, &others, NULL);
  for (guint i = 0; names != NULL && i < others->len; i++)
    if (look_at (fd, others->pdata[i]) != PROFILE_FORMAT_NONE)
      g_ptr_array_add (paths, g_build_filename (path, others->pdata[i], NULL));
  close (fd);
  if (paths->len > RANK_DIRECTORY_OTHERS_MAX)
    g_ptr_array_set_size (paths, 0);
  return paths;
}
