/* SPDX-License-Identifier: Apache-2.0 */

#include "app/known/known_file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "app/profiles/profile_facts.h"
#include "trace/open/first_look.h"
#include "trace/open/rank_directory.h"
#include "trace/sagemaker/job_files.h"

#define NS_PER_S INT64_C (1000000000)

/* Stand for the time of a file that is gone, and of one that cannot be reached or read: whatever comes back is newer. */
#define GONE_NS        0
#define UNREACHABLE_NS 1

/* Of a file, or of all files of a folder of ranks. A folder without any is as old as its last change. */
typedef struct
{
  bool is_folder, is_job;
  int64_t size_bytes, modified_ns, n_files;
} FileFacts;

static int64_t
time_ns (const struct stat *info)
{
  return info->st_mtim.tv_sec * NS_PER_S + info->st_mtim.tv_nsec;
}

static void
add_facts (FileFacts *facts, const struct stat *info)
{
  facts->size_bytes += info->st_size;
  facts->modified_ns = MAX (facts->modified_ns, time_ns (info));
  facts->n_files++;
}

static int
read_folder (const char *path, const struct stat *folder, FileFacts *facts)
{
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int error = fd < 0 ? errno : 0;
  g_autoptr (GPtrArray) names = fd >= 0 ? rank_directory_members (fd, path, NULL) : NULL;
  struct stat info;

  facts->is_job = fd >= 0 && job_files_are_in (fd);
  for (guint i = 0; names != NULL && i < names->len; i++)
    if (fstatat (fd, names->pdata[i], &info, 0) == 0)
      add_facts (facts, &info);
  if (fd >= 0)
    close (fd);
  if (facts->n_files == 0)
    facts->modified_ns = time_ns (folder);
  return error;
}

/* Returns 0 or an errno. */
static int
read_facts (const char *path, FileFacts *facts)
{
  struct stat info;

  *facts = (FileFacts){ 0 };
  if (stat (path, &info) != 0)
    return errno;
  facts->is_folder = S_ISDIR (info.st_mode);
  if (facts->is_folder)
    return read_folder (path, &info, facts);
  add_facts (facts, &info);
  if (!S_ISREG (info.st_mode))
    facts->n_files = 0;
  return 0;
}

static EntryKind
kind_of_folder (const FileFacts *facts)
{
  return facts->is_job ? (EntryKind) PROFILE_FORMAT_SAGEMAKER : ENTRY_KIND_RANKS;
}

static int64_t
failed_ns (int error)
{
  return error == ENOENT || error == ENOTDIR ? GONE_NS : UNREACHABLE_NS;
}

int64_t
known_file_now_ns (void)
{
  return g_get_real_time () * 1000;
}

static bool
may_grow (const char *path, int64_t modified_ns, bool ends_early, int64_t now_ns)
{
  int64_t age_ns = now_ns - modified_ns;

  /* A time in the future is that of another clock, and tells nothing. */
  return age_ns >= 0
         && (age_ns < KNOWN_FILE_GROWS_NS
             || (ends_early && g_str_has_suffix (path, ".tmp") && age_ns < KNOWN_FILE_GROWS_TMP_NS));
}

static void
set_status (LibraryEntry *entry, bool ends_early, int64_t now_ns)
{
  if (may_grow (entry->path, entry->modified_ns, ends_early, now_ns))
    entry->status = ENTRY_IN_PROGRESS;
  else if (ends_early)
    {
      entry->status = ENTRY_STOPPED;
      library_entry_set (&entry->reason, _ ("The file ends early."));
    }
  else
    entry->status = ENTRY_COMPLETED;
}

static void
take_facts (LibraryEntry *entry, const FileFacts *facts)
{
  entry->size_bytes = facts->size_bytes;
  entry->modified_ns = facts->modified_ns;
  entry->created_s = facts->modified_ns / NS_PER_S;
  if (facts->is_folder && !facts->is_job && facts->n_files > 0)
    entry->n_ranks = facts->n_files;
}

LibraryEntry *
known_file_look (const char *path, int64_t now_ns)
{
  FileFacts facts;
  FirstLook look = { PROFILE_FORMAT_NONE, false };

  if (read_facts (path, &facts) != 0 || facts.n_files == 0)
    return NULL;
  if (!facts.is_folder)
    look = first_look_at (path);
  if (!facts.is_folder && look.format == PROFILE_FORMAT_NONE)
    return NULL;
  LibraryEntry *entry = library_entry_new (path);

  take_facts (entry, &facts);
  entry->kind = facts.is_folder ? kind_of_folder (&facts) : (EntryKind) look.format;
  set_status (entry, look.ends_early, now_ns);
  return entry;
}

bool
known_file_is_stale (const LibraryEntry *entry, int64_t now_ns)
{
  FileFacts facts;

  int error = read_facts (entry->path, &facts);

  if (error != 0)
    return entry->status != ENTRY_FAILED || entry->modified_ns != failed_ns (error);
  return facts.size_bytes != entry->size_bytes || facts.modified_ns != entry->modified_ns
         || entry->status == ENTRY_STATUS_UNKNOWN
         || (entry->status == ENTRY_IN_PROGRESS && now_ns - facts.modified_ns >= KNOWN_FILE_GROWS_NS);
}

/* Returns 0 or an errno. A folder was read already. */
static int
try_to_read (const char *path)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  int error = fd < 0 ? errno : 0;

  if (fd >= 0)
    close (fd);
  return error;
}

LibraryEntry *
known_file_failed (const char *path, bool *ret_is_unreachable)
{
  LibraryEntry *entry = library_entry_new (path);
  FileFacts facts;
  int error = read_facts (path, &facts);
  g_autofree char *reason = NULL;

  entry->status = ENTRY_FAILED;
  if (error == 0 && !facts.is_folder)
    error = try_to_read (path);
  *ret_is_unreachable = error != 0 && failed_ns (error) == UNREACHABLE_NS;
  if (error != 0)
    entry->modified_ns = failed_ns (error);
  else
    take_facts (entry, &facts);
  if (error != 0 && !*ret_is_unreachable)
    reason = g_strdup (_ ("The file is no longer there."));
  else if (error != 0)
    reason = g_strdup_printf (_ ("The file cannot be read: %s."), g_strerror (error));
  else if (facts.is_folder)
    reason = g_strdup (_ ("The folder contains no profile."));
  else
    reason = g_strdup (_ ("The file is not a profile."));
  library_entry_set (&entry->reason, reason);
  return entry;
}

static int64_t
most_steps (const StepTable *steps)
{
  int64_t most = 0;

  /* They ascend by rank, then by index. */
  for (uint64_t i = 0; i < step_table_count (steps); i++)
    most = MAX (most, (int64_t) step_table_get (steps, i)->index + 1);
  return most;
}

void
known_file_take_trace (LibraryEntry *entry, const Trace *trace, const StepTable *steps)
{
  g_autofree char *hardware = profile_hardware_of_trace (trace);
  int64_t epoch_ns;

  library_entry_set (&entry->hardware, hardware);
  entry->n_ranks = trace_n_ranks (trace);
  if (steps != NULL)
    entry->n_steps = most_steps (steps);
  if (trace_epoch_ns (trace, &epoch_ns) && epoch_ns > 0)
    entry->created_s = epoch_ns / NS_PER_S;
  memcpy (entry->key, trace_profile_key (trace), TRACE_KEY_BYTES);
}

static EntryKind
kind_of_trace (const Trace *trace)
{
  const ProfileFormat *format = profile_format_of_word (trace_format (trace));

  return format != NULL ? (EntryKind) format->id : ENTRY_KIND_CHROME;
}

LibraryEntry *
known_file_of_profile (const Profile *profile, int64_t opened_ms)
{
  g_autofree char *path = library_entry_path (profile->path);
  LibraryEntry *entry = library_entry_new (path);
  const Trace *trace = profile->trace;
  FileFacts facts;

  if (read_facts (path, &facts) == 0)
    take_facts (entry, &facts);
  else
    facts.is_folder = false;
  if (facts.is_folder)
    entry->kind = kind_of_folder (&facts);
  else
    entry->kind = (EntryKind) first_look_at (path).format;
  if (entry->kind == ENTRY_KIND_UNKNOWN)
    entry->kind = kind_of_trace (trace);
  switch (trace_status (trace))
    {
    case PROFILE_COMPLETED:
      entry->status = ENTRY_COMPLETED;
      break;
    case PROFILE_STOPPED:
    case PROFILE_IN_PROGRESS:
      set_status (entry, true, known_file_now_ns ());
      break;
    case PROFILE_FAILED:
    case PROFILE_STOPPING:
    case N_PROFILE_STATUSES:
      entry->status = ENTRY_STOPPED;
      library_entry_set (&entry->reason, trace_status (trace) == PROFILE_FAILED
                                           ? _ ("The job that it recorded has failed.")
                                           : _ ("The job that it recorded is being stopped."));
      break;
    }
  known_file_take_trace (entry, trace, profile->steps);
  entry->opened_ms = opened_ms;
  return entry;
}
