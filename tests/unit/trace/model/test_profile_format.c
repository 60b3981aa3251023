/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of formats: that every line is whole, and that nothing that lists formats leaves one out. */

#include <glib.h>
#include <string.h>

#include "trace/model/profile_format.h"

static void
test_every_line_is_whole (void)
{
  size_t n;
  const ProfileFormat *formats = profile_formats (&n);
  g_autoptr (GHashTable) words = g_hash_table_new (g_str_hash, g_str_equal);

  for (size_t i = 0; i < n; i++)
    {
      const ProfileFormat *format = &formats[i];

      g_assert_true (profile_format_get (format->id) == format);
      g_assert_cmpint (format->id, <, N_PROFILE_FORMATS);
      g_assert_cmpint (format->id, !=, 5);
      g_assert_cmpstr (format->title, !=, "");
      /* A folder is known by what is in it. */
      g_assert_true ((format->suffixes[0] != NULL || format->other_suffixes[0] != NULL)
                     == (format->bytes != PROFILE_BYTES_FOLDER));
      g_assert_true ((format->marks[0] != NULL)
                     == (format->bytes != PROFILE_BYTES_SECTIONS && format->bytes != PROFILE_BYTES_MESSAGES
                         && format->bytes != PROFILE_BYTES_FOLDER));
      /* What is imported is said to be. */
      g_assert_true ((format->word != NULL) == (format->list_as != NULL));
      if (format->word != NULL)
        {
          g_assert_true (g_hash_table_add (words, (char *) (uintptr_t) format->word));
          g_assert_true (profile_format_of_word (format->word) == format);
        }
      for (const char *const *suffix = format->suffixes; *suffix != NULL; suffix++)
        g_assert_cmpint (**suffix, ==, '.');
      for (const char *const *suffix = format->other_suffixes; *suffix != NULL; suffix++)
        g_assert_cmpint (**suffix, ==, '.');
    }
  g_assert_null (profile_format_get (PROFILE_FORMAT_NONE));
  g_assert_null (profile_format_of_word ("nonsense"));
}

/* Numbers and words that are stored or that scripts know. */
static void
test_numbers_and_words_stay (void)
{
  static const struct
  {
    int number;
    const char *word;
  } stored[] = {
    { 1, "kineto" }, { 2, "chrome-json" }, { 6, "nsys-sqlite" }, { 7, "cupti" },
    { 8, "rpd" },    { 9, "rocpd" },       { 10, "rocprofv3" },
    { 12, "xspace" }, { 13, "perfetto" },
    { 14, "torch-memory" }, { 15, "sagemaker" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (stored); i++)
    g_assert_cmpint (profile_format_of_word (stored[i].word)->id, ==, stored[i].number);
}

static void
test_names (void)
{
  const ProfileFormat *rpd = profile_format_get (PROFILE_FORMAT_RPD);

  g_assert_true (profile_format_has_name (rpd, "trace.rpd"));
  g_assert_true (profile_format_has_name (rpd, "trace.rpd.gz"));
  g_assert_false (profile_format_has_name (rpd, "trace.rpd-wal"));
  g_assert_false (profile_format_has_name (rpd, "rpd"));
}

/* Lines that a narrow window would wrap. */
static void
test_commands_are_short (void)
{
  size_t n, n_recordings = 0;
  const ProfileFormat *formats = profile_formats (&n);

  for (size_t i = 0; i < n; i++)
    for (const ProfileRecording *recording = formats[i].recordings; recording->caption != NULL; recording++)
      {
        g_auto (GStrv) lines = g_strsplit (recording->command, "\n", -1);

        n_recordings++;
        for (char **line = lines; *line != NULL; line++)
          g_assert_cmpuint (strlen (*line), <=, 66);
      }
  g_assert_cmpuint (n_recordings, >=, 5);
}

static void
test_a_profile_of_several_files_has_their_formats (void)
{
  const char *words = "kineto+nsys-sqlite+unheard-of";

  g_assert_true (profile_format_is_among (PROFILE_FORMAT_NSYS_SQLITE, words));
  g_assert_false (profile_format_is_among (PROFILE_FORMAT_CUPTI, words));
  g_assert_true (profile_format_next (&words) == profile_format_get (PROFILE_FORMAT_KINETO));
  g_assert_true (profile_format_next (&words) == profile_format_get (PROFILE_FORMAT_NSYS_SQLITE));
  g_assert_null (profile_format_next (&words));
  g_assert_null (words);
}

static void
test_the_readme_names_every_format (void)
{
  const char *source = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *path = g_build_filename (source != NULL ? source : ".", "README.md", NULL);
  g_autofree char *text = NULL;
  size_t n;
  const ProfileFormat *formats = profile_formats (&n);

  if (!g_file_get_contents (path, &text, NULL, NULL))
    {
      g_test_skip ("There is no README.md");
      return;
    }
  g_strdelimit (text, "\n", ' ');
  for (size_t i = 0; i < n; i++)
    if (formats[i].list_as != NULL)
      g_assert_nonnull (strstr (text, formats[i].list_as));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile_format/every_line_is_whole", test_every_line_is_whole);
  g_test_add_func ("/profile_format/numbers_and_words_stay", test_numbers_and_words_stay);
  g_test_add_func ("/profile_format/names", test_names);
  g_test_add_func ("/profile_format/commands_are_short", test_commands_are_short);
  g_test_add_func ("/profile_format/a_profile_of_several_files_has_their_formats",
                   test_a_profile_of_several_files_has_their_formats);
  g_test_add_func ("/profile_format/the_readme_names_every_format", test_the_readme_names_every_format);
  return g_test_run ();
}
