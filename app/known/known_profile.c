/* SPDX-License-Identifier: Apache-2.0 */

#include "app/known/known_profile.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/profiles/profile_facts.h"

static const char *const status_words[N_ENTRY_STATUSES] = {
  [ENTRY_STATUS_UNKNOWN] = "",          [ENTRY_IN_PROGRESS] = N_ ("In progress"),
  [ENTRY_COMPLETED] = N_ ("Completed"), [ENTRY_STOPPED] = N_ ("Stopped"),
  [ENTRY_FAILED] = N_ ("Failed"),
};

const char *
known_status_word (EntryStatus status)
{
  return *status_words[status] != '\0' ? _ (status_words[status]) : "";
}

/* In English; "": not known. */
static const char *
kind_title (EntryKind kind)
{
  static const char ranks[] = N_ ("Ranks");
  const ProfileFormat *format = profile_format_get ((ProfileFormatId) kind);

  return kind == ENTRY_KIND_RANKS ? ranks : format != NULL ? format->title : "";
}

const char *
known_kind_word (EntryKind kind)
{
  const char *title = kind_title (kind);

  return *title != '\0' ? _ (title) : "";
}

char *
known_folded (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *normal = g_utf8_normalize (valid, -1, G_NORMALIZE_ALL);

  return g_utf8_casefold (normal, -1);
}

static char *
folder_of (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  const char *home = g_get_home_dir ();
  size_t n = strlen (home);

  if (n > 1 && g_str_has_prefix (folder, home) && (folder[n] == '/' || folder[n] == '\0'))
    {
      g_autofree char *shortened = g_strconcat ("~", folder + n, NULL);
      return g_filename_display_name (shortened);
    }
  return g_filename_display_name (folder);
}

static char *
time_text (int64_t time_s)
{
  g_autoptr (GDateTime) time = time_s >= 0 ? g_date_time_new_from_unix_local (time_s) : NULL;

  return time != NULL ? g_date_time_format (time, "%Y-%m-%d %H:%M") : g_strdup ("");
}

static void
fold_fields (KnownProfile *profile)
{
  const LibraryEntry *entry = profile->entry;
  g_autofree char *file = g_filename_display_basename (entry->path);
  g_autofree char *path = g_filename_display_name (entry->path);
  g_autofree char *names = g_strconcat (profile->name, "\n", file, NULL);
  g_autofree char *tags = g_strconcat (" ", entry->tags, " ", NULL);
  g_autofree char *status =
    g_strconcat (status_words[entry->status], "\n", known_status_word (entry->status), NULL);
  g_autofree char *kind = g_strconcat (kind_title (entry->kind), "\n", known_kind_word (entry->kind), NULL);
  const char *const texts[N_KNOWN_FIELDS] = {
    [KNOWN_NAME] = names,
    [KNOWN_TAG] = tags,
    [KNOWN_NOTE] = entry->note,
    [KNOWN_STATUS] = status,
    [KNOWN_DATE] = profile->created,
    [KNOWN_GPU] = entry->hardware,
    [KNOWN_KIND] = kind,
    [KNOWN_FOLDER] = path,
  };

  for (int i = 0; i < N_KNOWN_FIELDS; i++)
    profile->fields[i] = known_folded (texts[i]);
}

KnownProfile *
known_profile_new (LibraryEntry *entry)
{
  KnownProfile *profile = g_atomic_rc_box_new0 (KnownProfile);
  g_autofree char *file = g_filename_display_basename (entry->path);

  profile->entry = entry;
  profile->name =
    *entry->display_name != '\0' ? g_utf8_make_valid (entry->display_name, -1) : profile_short_name (file);
  profile->folder = folder_of (entry->path);
  profile->created = time_text (entry->created_s);
  fold_fields (profile);
  return profile;
}

KnownProfile *
known_profile_ref (KnownProfile *profile)
{
  return g_atomic_rc_box_acquire (profile);
}

static void
clear (gpointer data)
{
  KnownProfile *profile = data;

  library_entry_free (profile->entry);
  g_free (profile->name);
  g_free (profile->folder);
  g_free (profile->created);
  for (int i = 0; i < N_KNOWN_FIELDS; i++)
    g_free (profile->fields[i]);
}

void
known_profile_unref (KnownProfile *profile)
{
  g_atomic_rc_box_release_full (profile, clear);
}
