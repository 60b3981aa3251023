/* SPDX-License-Identifier: Apache-2.0
 *
 * What is said of native files that cannot be trusted, and that the check finds it. */

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "app/profiles/profile_check.h"
#include "app/information/information.h"
#include "tests/unit/fixtures/native_profile.h"
#include "tests/unit/fixtures/opened_text.h"
#include "tests/unit/fixtures/scratch_folder.h"
#include "trace/open/open.h"
#include "trace/section/section_map.h"

#define WAIT_S      20
#define MANY        20000
#define FLIPPED_BIT 0x10

static void
test_sentences (void)
{
  ProfileFindings findings = { .damage = { .n = 0 } };

  g_assert_null (profile_findings_sentence (&findings, "run.stepscope"));
  findings.damage = (TraceDamage){ .n = 1, .sections = { SECTION_SLICE_START } };
  g_autofree char *one = profile_findings_sentence (&findings, "run.stepscope");
  g_assert_cmpstr (one, ==,
                   "run.stepscope is damaged: its section “slice.start” differs from what was written. Numbers may be "
                   "wrong; open the source again.");
  g_assert_false (profile_findings_can_reload (&findings));

  findings.damage.n = 3;
  findings.was_cached = true;
  g_autofree char *more = profile_findings_sentence (&findings, "run.json");
  g_assert_cmpstr (more, ==,
                   "The stored copy of run.json is damaged: its section “slice.start” and 2 more differ from what was "
                   "written. Numbers may be wrong.");
  g_assert_true (profile_findings_can_reload (&findings));

  findings.was_cut = true;
  g_autofree char *cut = profile_findings_sentence (&findings, "run.stepscope");
  g_assert_cmpstr (
    cut, ==, "run.stepscope changed on disk while it was open. What you see may be incomplete.");
}

static void
test_damage_is_told_with_the_health (void)
{
  g_autofree char *json = native_profile_json (1);
  const Profile *profile = opened_text ("run.json", json, NULL);
  const ProfileFindings findings = { .damage = { .n = 2, .sections = { SECTION_SLICE_START, SECTION_SLICE_NAME } } };
  g_autoptr (Information) clean = information_new (profile, NULL, &number_style_c);
  g_autoptr (Information) damaged = information_new (profile, &findings, &number_style_c);
  g_autofree char *text = information_text (damaged, "run");

  g_assert_cmpuint (damaged->health->len, ==, clean->health->len + 2);
  g_assert_nonnull (strstr (text, "“slice.start”"));
  g_assert_nonnull (strstr (text, "“slice.name”"));
  profile_unref (profile);
}

/* ---- checking ---- */

static const Profile *
open_native (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = trace_open (path, NULL, &error);

  g_assert_no_error (error);
  const Profile *profile = profile_new (trace, path, NULL, &error);
  g_assert_no_error (error);
  return profile;
}

static off_t
middle_of_section (int fd, SectionId id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SectionMap) map = section_map_new (fd, "run.stepscope", &error);

  g_assert_no_error (error);
  for (uint32_t i = 0; i < section_map_n_sections (map); i++)
    {
      const SectionEntry *entry = section_map_entry (map, i);

      if (entry->id == (uint32_t) id)
        {
          g_assert_cmpuint (entry->stored_bytes, >, SECTION_VERIFIED_AT_ONCE_BYTES);
          return (off_t) (entry->at + entry->stored_bytes / 2);
        }
    }
  g_assert_not_reached ();
}

/* Where opening does not look. */
static void
flip_a_bit_of_the_starts (const char *path)
{
  int fd = open (path, O_RDWR | O_CLOEXEC);
  off_t place = middle_of_section (fd, SECTION_SLICE_START);
  uint8_t byte;

  g_assert_cmpint (pread (fd, &byte, 1, place), ==, 1);
  byte ^= FLIPPED_BIT;
  g_assert_cmpint (pwrite (fd, &byte, 1, place), ==, 1);
  close (fd);
}

static gboolean
give_up (gpointer data)
{
  (void) data;
  g_error ("nothing was found");
  return G_SOURCE_REMOVE;
}

static void
note_found (bool *was_found)
{
  *was_found = true;
}

static void
test_damage_is_found (void)
{
  char *folder = scratch_folder_new ();
  g_autofree char *json = native_profile_json (MANY);
  g_autofree char *path = native_profile_write (folder, "run.stepscope", json);
  bool was_found = false;

  flip_a_bit_of_the_starts (path);
  const Profile *profile = open_native (path);
  g_autoptr (ProfileCheck) check = profile_check_new (profile, NULL);
  g_signal_connect_swapped (check, "found", G_CALLBACK (note_found), &was_found);
  guint timer = g_timeout_add_seconds (WAIT_S, give_up, NULL);
  while (!was_found)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
  g_assert_cmpuint (profile_check_findings (check)->damage.n, ==, 1);
  g_assert_cmpstr (trace_damage_name (&profile_check_findings (check)->damage, 0), ==, "slice.start");
  g_assert_false (profile_check_findings (check)->was_cut);
  profile_check_end (check);
  profile_unref (profile);
  scratch_folder_remove (folder);
}

static void
test_cut_is_found_and_is_no_damage (void)
{
  char *folder = scratch_folder_new ();
  g_autofree char *json = native_profile_json (MANY);
  g_autofree char *path = native_profile_write (folder, "run.stepscope", json);
  const Profile *profile = open_native (path);
  g_autoptr (ProfileCheck) check = profile_check_new (profile, NULL);
  const SliceColumns *slices = trace_slices (profile->trace);
  int64_t sum_ns = 0;
  bool was_found = false;

  g_signal_connect_swapped (check, "found", G_CALLBACK (note_found), &was_found);
  profile_check_look (check);
  g_assert_false (was_found);
  g_assert_cmpint (truncate (path, 4096), ==, 0);
  for (uint64_t i = 0; i < slices->n; i++)
    sum_ns += slices->start_ns[i];
  g_assert_cmpint (sum_ns, >=, 0);
  profile_check_look (check);
  g_assert_true (was_found && profile_check_findings (check)->was_cut);
  g_assert_cmpuint (profile_check_findings (check)->damage.n, ==, 0);
  profile_check_end (check);
  profile_unref (profile);
  scratch_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile_check/sentences", test_sentences);
  g_test_add_func ("/profile_check/damage_is_told_with_the_health", test_damage_is_told_with_the_health);
  g_test_add_func ("/profile_check/damage_is_found", test_damage_is_found);
  g_test_add_func ("/profile_check/cut_is_found_and_is_no_damage", test_cut_is_found_and_is_no_damage);
  return g_test_run ();
}
