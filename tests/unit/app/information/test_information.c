/* SPDX-License-Identifier: Apache-2.0
 *
 * What a profile tells about itself: every row valid text, nothing of the file left out. */

#include <string.h>

#include "app/information/information.h"
#include "app/profiles/profile_facts.h"
#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/opened_text.h"

#define KERNEL                                                                              \
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":7,\"ts\":1,\"dur\":1," \
  "\"args\":{\"device\":0,\"stream\":7}}"

#define JSON                                                                                            \
  "{\"schemaVersion\":1,\"cuda_runtime_version\":12090,"                                                \
  "\"deviceProperties\":[{\"id\":0,\"name\":\"NVIDIA H100\",\"numSms\":132}],"                          \
  "\"distributedInfo\":{\"backend\":\"nccl\",\"rank\":3,\"world_size\":8,\"nccl_version\":\"2.21.5\"}," \
  "\"odd <b>&\\u0001\":\"\xff value\",\"traceEvents\":[" KERNEL "]}"

static const char *
find (const Information *information, const char *title, const char *label)
{
  for (guint i = 0; i < information->sections->len; i++)
    {
      const InformationSection *section = information->sections->pdata[i];

      for (guint j = 0; strcmp (section->title, title) == 0 && j < section->rows->len; j++)
        {
          const InformationRow *row = section->rows->pdata[j];
          if (strcmp (row->label, label) == 0)
            return row->value;
        }
    }
  return NULL;
}

static void
test_sections_of_a_rank (void)
{
  const Profile *profile = opened_text ("run.json", JSON, NULL);
  g_autoptr (Information) information = information_new (profile, NULL, &number_style_c);

  g_assert_cmpstr (find (information, "Job", "Name"), ==, "run.json");
  g_assert_cmpstr (find (information, "Job", "Steps"), ==, "0");
  g_assert_cmpstr (find (information, "Files", "run.json"), ==, "Completed");
  g_assert_nonnull (find (information, "Ranks", "Rank 3 of 8"));
  g_assert_cmpstr (find (information, "Devices", "GPU 0"), ==, "NVIDIA H100, 132 multiprocessors");
  g_assert_cmpstr (find (information, "Versions", "CUDA runtime"), ==, "12.9");
  g_assert_cmpstr (find (information, "Versions", "NCCL"), ==, "2.21.5");
  g_assert_cmpstr (find (information, "Other keys in the file", "schemaVersion"), ==, "1");
  profile_unref (profile);
}

static void
test_a_file_of_several_ranks_is_listed_once (void)
{
  TraceBuilder *builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  trace_builder_begin_rank (builder, "/runs/report.sqlite");
  building_add_tracks (builder);
  trace_builder_begin_rank_of_file (builder);
  building_add_tracks (builder);
  trace_builder_begin_rank (builder, "/runs/other.sqlite");
  building_add_tracks (builder);
  g_autoptr (Trace) trace = building_finish (builder);
  const Profile *profile = profile_new_named (trace, "/runs", "runs", NULL, &error);
  g_assert_no_error (error);
  g_autoptr (Information) information = information_new (profile, NULL, &number_style_c);

  for (guint i = 0; i < information->sections->len; i++)
    {
      const InformationSection *section = information->sections->pdata[i];

      if (strcmp (section->title, "Files") == 0)
        g_assert_cmpuint (section->rows->len, ==, 2);
      if (strcmp (section->title, "Ranks") == 0)
        g_assert_cmpuint (section->rows->len, ==, 3);
    }
  g_assert_nonnull (find (information, "Files", "report.sqlite"));
  g_assert_nonnull (find (information, "Files", "other.sqlite"));
  profile_unref (profile);
}

static void
test_every_text_is_valid (void)
{
  const Profile *profile = opened_text ("run.json", JSON, NULL);
  g_autoptr (Information) information = information_new (profile, NULL, &number_style_c);
  g_autofree char *text = information_text (information, profile->name);

  for (guint i = 0; i < information->sections->len; i++)
    {
      const InformationSection *section = information->sections->pdata[i];

      g_assert_cmpuint (section->rows->len, >, 0);
      for (guint j = 0; j < section->rows->len; j++)
        {
          const InformationRow *row = section->rows->pdata[j];
          g_assert_true (g_utf8_validate (row->label, -1, NULL) && g_utf8_validate (row->value, -1, NULL));
          g_assert_nonnull (strstr (text, row->value));
        }
    }
  g_assert_true (g_utf8_validate (text, -1, NULL));
  profile_unref (profile);
}

static void
test_health_begins_with_the_gravest (void)
{
  const Profile *profile =
    opened_text ("cut.json", "{\"traceEvents\":[" KERNEL ",," KERNEL ",{\"ph\":\"X\",\"name\":\"b", NULL);
  g_autoptr (Information) information = information_new (profile, NULL, &number_style_c);

  g_assert_cmpuint (information->health->len, >, 1);
  for (guint i = 1; i < information->health->len; i++)
    g_assert_cmpint (((const HealthEntry *) information->health->pdata[i - 1])->severity, >=,
                     ((const HealthEntry *) information->health->pdata[i])->severity);
  const HealthEntry *first = information->health->pdata[0];
  g_assert_cmpint (first->severity, ==, HEALTH_DATA_LOSS);
  g_assert_true (g_str_has_suffix (first->place, " of the uncompressed text of cut.json"));
  profile_unref (profile);
}

static void
test_health_says_how_many_where_and_what_to_do (void)
{
  const Profile *profile = opened_text (
    "lost\t<b>\n.json", "{\"traceEvents\":[" KERNEL ",{\"ph\":\"X\",\"ts\":[]}," KERNEL "]}", NULL);
  g_autoptr (GPtrArray) entries = health_entries (profile, NULL, &number_style_c);
  g_autofree char *report = health_entries_report (profile, NULL);

  g_assert_cmpuint (entries->len, ==, 1);
  const HealthEntry *entry = entries->pdata[0];
  g_assert_cmpstr (entry->severity_word, ==, "Data lost");
  g_assert_cmpstr (entry->what, ==, "The time of events is missing, not a number or out of range");
  g_assert_cmpstr (entry->count, ==, "1 of 3 events");
  g_assert_cmpstr (entry->effect, ==, "They were skipped, and no number includes them.");
  g_assert_cmpstr (entry->advice, ==, "Report this to the makers of the program that wrote the file.");
  g_assert_cmpstr (entry->place, ==, "First at byte 115 of the uncompressed text of lost <b> .json");
  g_autofree char *text = health_entry_text (entry);
  g_assert_cmpstr (
    text, ==,
    "Data lost: The time of events is missing, not a number or out of range (1 of 3 events). They were "
    "skipped, and no number includes them. First at byte 115 of the uncompressed text of lost <b> "
    ".json. Report this to the makers of the program that wrote the file.");
  g_assert_cmpstr (
    report, ==,
    "lost <b> .json (kineto), Stepscope " STEPSCOPE_VERSION "\n"
    "2 events read, 1 skipped, 1 files\n\n"
    "severity\tid\tcount\tof\tfirst byte\tfile\tmessage\n"
    "data_loss\tevent.time_invalid\t1\t3\t115\tlost <b> .json\t"
    "The time of events is missing, not a number or out of range; they were skipped, and no number "
    "includes them.\n");
  profile_unref (profile);
}

static void
test_clean_file_says_that_all_was_read (void)
{
  const Profile *profile = opened_text ("clean.json", "{\"traceEvents\":[" KERNEL "]}", NULL);
  g_autoptr (Information) information = information_new (profile, NULL, &number_style_c);

  g_assert_cmpuint (information->health->len, ==, 0);
  g_assert_cmpstr (information->no_health, ==,
                   "Every event of the file was read; nothing had to be repaired.");
  profile_unref (profile);
}

/* Before all that was found while the file was read. */
static void
test_doubt_is_told_first (void)
{
  const Profile *profile = opened_text ("cut.json", "{\"traceEvents\":[" KERNEL ",{\"ph\":\"X\",\"n", NULL);
  ProfileFindings findings = { .was_cut = true };
  g_autoptr (GPtrArray) entries = health_entries (profile, &findings, &number_style_c);
  g_autofree char *report = health_entries_report (profile, &findings);

  g_assert_cmpuint (entries->len, ==, 2);
  g_assert_cmpstr (((const HealthEntry *) entries->pdata[0])->what, ==,
                   "The file changed on disk while it was open");
  g_assert_nonnull (strstr (report, "data_loss\tnative.cut\t"));
  findings = (ProfileFindings){ .damage = { .n = 2, .sections = { 1, 2 } } };
  g_autoptr (GPtrArray) damaged = health_entries (profile, &findings, &number_style_c);
  g_assert_cmpuint (damaged->len, ==, 3);
  profile_unref (profile);
}

/* ---- what tells one profile from another ---- */

static void
check_text (char *text, const char *expected)
{
  g_autofree char *owned = text;

  g_assert_cmpstr (owned, ==, expected);
}

static void
test_short_names (void)
{
  check_text (profile_short_name ("control.json.gz"), "control");
  check_text (profile_short_name ("control.json.zst"), "control");
  check_text (profile_short_name ("run.pt.trace.json"), "run");
  check_text (profile_short_name ("run.pt.trace.json.gz.tmp"), "run");
  check_text (profile_short_name ("run.stepscope"), "run");
  check_text (profile_short_name ("run.json.stepscope"), "run");
  check_text (profile_short_name ("notes.txt"), "notes.txt");
  check_text (profile_short_name (".json"), ".json");
  check_text (profile_short_name (""), "");
}

static void
test_facts_of_a_rank (void)
{
  const Profile *profile = opened_text ("run.json", JSON, NULL);
  ProfileFacts facts = profile_facts_of (profile);

  g_assert_cmpint (facts.step_median_ns, ==, NOT_KNOWN_NS);
  g_assert_cmpuint (facts.memory_bytes, >, 0);
  check_text (profile_rank (profile), "rank 3 of 8");
  check_text (profile_hardware (profile), "H100");
  check_text (profile_subtitle (profile), "rank 3 of 8, H100");
  profile_unref (profile);
}

static void
test_facts_of_nearly_nothing (void)
{
  const Profile *profile = opened_text (
    "empty.json", "{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1}]}",
    NULL);

  check_text (profile_rank (profile), "");
  check_text (profile_hardware (profile), "");
  check_text (profile_subtitle (profile), "");
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/information/sections_of_a_rank", test_sections_of_a_rank);
  g_test_add_func ("/information/a_file_of_several_ranks_is_listed_once",
                   test_a_file_of_several_ranks_is_listed_once);
  g_test_add_func ("/information/every_text_is_valid", test_every_text_is_valid);
  g_test_add_func ("/information/health_begins_with_the_gravest", test_health_begins_with_the_gravest);
  g_test_add_func ("/information/health_says_how_many_where_and_what_to_do",
                   test_health_says_how_many_where_and_what_to_do);
  g_test_add_func ("/information/clean_file_says_that_all_was_read", test_clean_file_says_that_all_was_read);
  g_test_add_func ("/information/doubt_is_told_first", test_doubt_is_told_first);
  g_test_add_func ("/profile_facts/short_names", test_short_names);
  g_test_add_func ("/profile_facts/facts_of_a_rank", test_facts_of_a_rank);
  g_test_add_func ("/profile_facts/facts_of_nearly_nothing", test_facts_of_nearly_nothing);
  return g_test_run ();
}
