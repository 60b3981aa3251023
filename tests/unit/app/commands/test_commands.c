/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of commands as a whole: no key twice, and finding one by its name. */

#include <glib.h>
#include <string.h>

#include "app/commands/command_list.h"
#include "app/commands/command_search.h"

/* ---- keys ---- */

static void
assert_no_key_in_common (const Command *a, const Command *b, KeyPreset preset)
{
  g_autoptr (GArray) keys_a = command_keys (a, preset), keys_b = command_keys (b, preset);

  for (guint i = 0; i < keys_a->len; i++)
    for (guint j = 0; j < keys_b->len; j++)
      {
        const KeyBinding *key = &g_array_index (keys_a, KeyBinding, i);
        const KeyBinding *other = &g_array_index (keys_b, KeyBinding, j);

        if (key->keyval == other->keyval && key->shift == other->shift && key->control == other->control
            && key->alt == other->alt)
          g_error ("%s: \"%s\" and \"%s\" have the same key", key_preset_word (preset), a->title, b->title);
      }
}

static void
test_no_key_twice (void)
{
  for (KeyPreset preset = KEYS_DEFAULT; preset < N_KEY_PRESETS; preset++)
    for (guint i = 0; i < command_list_n (); i++)
      for (guint j = i + 1; j < command_list_n (); j++)
        {
          Command a = command_list_get (i), b = command_list_get (j);

          if (!command_list_may_share (&a, &b))
            assert_no_key_in_common (&a, &b, preset);
        }
}

/* What is listed is what works, for each key of each command of the timeline in each preset. */
static void
test_listed_keys_work (void)
{
  for (KeyPreset preset = KEYS_DEFAULT; preset < N_KEY_PRESETS; preset++)
    for (guint i = 0; i < command_list_n (); i++)
      {
        Command command = command_list_get (i);
        g_autoptr (GArray) keys = command_keys (&command, preset);

        for (guint j = 0; command.action_line == NULL && j < keys->len; j++)
          {
            const KeyBinding *key = &g_array_index (keys, KeyBinding, j);
            PressedKey pressed = {
              .keyval = key->keyval, .shift = key->shift, .control = key->control, .alt = key->alt
            };

            pressed.keycode = key_binding_keycode (key);
            /* Shift changes nothing of what arrows and function keys are. */
            pressed.typed = pressed.keycode == 0 ? key->keyval : 0;
            g_assert_cmpint (timeline_command_of_key (preset, &pressed), ==, command.timeline);
          }
      }
}

static void
test_preset_takes_keys (void)
{
  guint n_palette = 0;

  for (guint i = 0; i < command_list_n (); i++)
    {
      Command command = command_list_get (i);
      g_autofree char *action = command_action (&command);

      if (g_strcmp0 (action, "win.commands") != 0)
        continue;
      g_autoptr (GArray) normal = command_keys (&command, KEYS_DEFAULT);
      g_autoptr (GArray) perfetto = command_keys (&command, KEYS_PERFETTO);
      g_autofree char *first = command_key_accelerator (&g_array_index (perfetto, KeyBinding, 0));

      g_assert_cmpuint (normal->len, ==, 2);
      g_assert_cmpuint (perfetto->len, ==, 3);
      g_assert_cmpstr (first, ==, "<Control>p");
      n_palette++;
    }
  g_assert_cmpuint (n_palette, ==, 1);
}

static void
test_typed_keys (void)
{
  g_assert_true (command_key_is_typed (&(KeyBinding){ .keyval = GDK_KEY_question }));
  g_assert_true (command_key_is_typed (&(KeyBinding){ .keyval = GDK_KEY_w, .shift = true }));
  g_assert_false (command_key_is_typed (&(KeyBinding){ .keyval = GDK_KEY_w, .control = true }));
  g_assert_false (command_key_is_typed (&(KeyBinding){ .keyval = GDK_KEY_F1 }));
  g_assert_false (command_key_is_typed (&(KeyBinding){ .keyval = GDK_KEY_Escape }));
}

/* Written twice, they would be read out twice. */
static void
test_no_title_twice (void)
{
  g_autoptr (GHashTable) titles = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < command_list_n (); i++)
    {
      Command command = command_list_get (i);

      g_assert_nonnull (command.title);
      g_assert_nonnull (command.group);
      g_assert_true (g_hash_table_add (titles, (gpointer) command.title));
    }
}

/* Every line is in the list once. */
static void
test_list_is_complete (void)
{
  guint n_actions, n_seen = 0, n_timeline = 0;

  window_action_lines (&n_actions);
  for (guint i = 0; i < command_list_n (); i++)
    {
      Command command = command_list_get (i);

      if (command.action_line != NULL)
        n_seen++;
      else
        n_timeline++;
      g_assert_true ((command.action_line != NULL) == (command.timeline == TIMELINE_NO_COMMAND));
    }
  g_assert_cmpuint (n_seen, ==, n_actions);
  g_assert_cmpuint (n_timeline, ==, N_TIMELINE_COMMANDS - 1);
}

/* ---- finding one ---- */

static guint
rank (const char *text, const char *question)
{
  g_autofree char *folded = command_search_fold (text), *asked = command_search_fold (question);

  return command_search_rank (folded, asked);
}

static void
test_words_in_any_order (void)
{
  g_assert_cmpuint (rank ("From a run to its launch", "launch run"), >, 0);
  g_assert_cmpuint (rank ("From a run to its launch", "  from  its  "), >, 0);
  g_assert_cmpuint (rank ("From a run to its launch", "launch step"), ==, 0);
  g_assert_cmpuint (rank ("From a run to its launch", ""), >, 0);
  g_assert_cmpuint (rank ("From a run to its launch", "aunch"), >, 0);
}

static void
test_case_and_marks_do_not_count (void)
{
  g_assert_cmpuint (rank ("Größe ändern", "GROSSE ANDERN"), >, 0);
  g_assert_cmpuint (rank ("Etape precedente", "étape précédente"), >, 0);
  g_assert_cmpuint (rank ("Étape précédente", "ETAPE"), >, 0);
  g_assert_cmpuint (rank ("İleri", "ileri"), >, 0);
  g_assert_cmpuint (rank ("Ёлка", "елка"), >, 0);
}

static void
test_beginnings_are_better (void)
{
  g_assert_cmpuint (rank ("Step back", "step"), >, rank ("Previous step", "step"));
  g_assert_cmpuint (rank ("Previous step", "step"), >, rank ("Footsteps", "step"));
  g_assert_cmpuint (rank ("Fit launch and run", "run fit"), >, rank ("Outfit rerun", "run fit"));
}

static void
test_broken_text_is_harmless (void)
{
  g_autofree char *folded = command_search_fold ("\xff\xfe"
                                                 "abc");

  g_assert_true (g_utf8_validate (folded, -1, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/commands/no_key_means_two_things_in_any_preset", test_no_key_twice);
  g_test_add_func ("/commands/the_keys_listed_are_those_that_work", test_listed_keys_work);
  g_test_add_func ("/commands/keys_of_a_preset_come_first", test_preset_takes_keys);
  g_test_add_func ("/commands/keys_that_type_are_told_from_others", test_typed_keys);
  g_test_add_func ("/commands/no_title_twice", test_no_title_twice);
  g_test_add_func ("/commands/every_line_is_in_the_list", test_list_is_complete);
  g_test_add_func ("/commands/words_may_come_in_any_order", test_words_in_any_order);
  g_test_add_func ("/commands/case_and_marks_do_not_count", test_case_and_marks_do_not_count);
  g_test_add_func ("/commands/beginnings_are_better_answers", test_beginnings_are_better);
  g_test_add_func ("/commands/broken_text_is_harmless", test_broken_text_is_harmless);
  return g_test_run ();
}
