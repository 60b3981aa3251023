/* SPDX-License-Identifier: Apache-2.0
 *
 * Which key does what on the timeline, on keyboards of several countries and with the keys of other programs. */

#include <glib.h>

#include "widgets/timeline/scene/timeline_command_table.h"

/* Places, as X numbers them; the comments are what an American keyboard has there. */
enum
{
  PLACE_0 = 19,
  PLACE_W = 25,
  PLACE_BRACKET_LEFT = 34,
  PLACE_BRACKET_RIGHT = 35,
  PLACE_A = 38,
  PLACE_S = 39,
  PLACE_D = 40,
  PLACE_F = 41,
  PLACE_SEMICOLON = 47,
  PLACE_Z = 52,
  PLACE_C = 54,
  PLACE_M = 58,
  PLACE_COMMA = 59,
  PLACE_PERIOD = 60,
  PLACE_SLASH = 61,
  PLACE_LEFT = 113,
};

#define assert_does_with(preset, command, place, printed, ...)                                               \
  g_assert_cmpint (                                                                                          \
    timeline_command_of_key (preset, &(PressedKey){ .keycode = place, .keyval = printed, __VA_ARGS__ }), ==, \
    command)

#define assert_does(command, ...) assert_does_with (KEYS_DEFAULT, command, __VA_ARGS__)

/* ---- layouts ---- */

/* What the places that matter print, without Shift. */
static const struct
{
  const char *layout;
  unsigned w, a, s, d, f, bracket_left, bracket_right;
} layouts[] = {
  { "us", GDK_KEY_w, GDK_KEY_a, GDK_KEY_s, GDK_KEY_d, GDK_KEY_f, GDK_KEY_bracketleft, GDK_KEY_bracketright },
  { "de", GDK_KEY_w, GDK_KEY_a, GDK_KEY_s, GDK_KEY_d, GDK_KEY_f, GDK_KEY_udiaeresis, GDK_KEY_plus },
  { "es", GDK_KEY_w, GDK_KEY_a, GDK_KEY_s, GDK_KEY_d, GDK_KEY_f, GDK_KEY_dead_grave, GDK_KEY_plus },
  { "fr", GDK_KEY_z, GDK_KEY_q, GDK_KEY_s, GDK_KEY_d, GDK_KEY_f, GDK_KEY_dead_circumflex, GDK_KEY_dollar },
  { "ru", GDK_KEY_Cyrillic_tse, GDK_KEY_Cyrillic_ef, GDK_KEY_Cyrillic_yeru, GDK_KEY_Cyrillic_ve,
    GDK_KEY_Cyrillic_a, GDK_KEY_Cyrillic_ha, GDK_KEY_Cyrillic_hardsign },
  { "colemak", GDK_KEY_w, GDK_KEY_a, GDK_KEY_r, GDK_KEY_s, GDK_KEY_t, GDK_KEY_bracketleft,
    GDK_KEY_bracketright },
};

static void
test_places_on_every_layout (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_test_message ("%s", layouts[i].layout);
      assert_does (TIMELINE_ZOOM_IN, PLACE_W, layouts[i].w);
      assert_does (TIMELINE_PAN_EARLIER, PLACE_A, layouts[i].a);
      assert_does (TIMELINE_ZOOM_OUT, PLACE_S, layouts[i].s);
      assert_does (TIMELINE_PAN_LATER, PLACE_D, layouts[i].d);
      assert_does (TIMELINE_FIT_SELECTION, PLACE_F, layouts[i].f);
      assert_does (TIMELINE_FIT_CONNECTION, PLACE_F, layouts[i].f, .shift = true);
      assert_does (TIMELINE_FOLLOW_BACK, PLACE_BRACKET_LEFT, layouts[i].bracket_left);
      assert_does (TIMELINE_FOLLOW_FORWARD, PLACE_BRACKET_RIGHT, layouts[i].bracket_right);
      assert_does (TIMELINE_OTHER_FLOW_BACK, PLACE_BRACKET_LEFT, layouts[i].bracket_left, .control = true);
    }
}

static void
test_letters_not_by_print (void)
{
  /* Where a French keyboard prints W. */
  assert_does (TIMELINE_NO_COMMAND, PLACE_Z, GDK_KEY_w);
  /* Colemak's S. */
  assert_does (TIMELINE_PAN_LATER, PLACE_D, GDK_KEY_s);
}

static void
test_letters_elsewhere (void)
{
  /* A French M is where an American keyboard has the semicolon, and a comma where that has the M. */
  assert_does (TIMELINE_MARK_AREA, PLACE_SEMICOLON, GDK_KEY_m, .typed = GDK_KEY_m);
  assert_does (TIMELINE_KEEP_AREA, PLACE_SEMICOLON, GDK_KEY_m, .typed = GDK_KEY_M, .shift = true);
  /* Dvorak's W, and its comma at the place of that. */
  assert_does (TIMELINE_ZOOM_IN, PLACE_COMMA, GDK_KEY_w, .typed = GDK_KEY_w);
  assert_does (TIMELINE_PREVIOUS_STEP, PLACE_W, GDK_KEY_comma, .typed = GDK_KEY_comma);
}

static void
test_punctuation_by_print (void)
{
  assert_does (TIMELINE_PREVIOUS_STEP, PLACE_COMMA, GDK_KEY_comma, .typed = GDK_KEY_comma);
  assert_does (TIMELINE_NEXT_STEP, PLACE_PERIOD, GDK_KEY_period, .typed = GDK_KEY_period);
  assert_does (TIMELINE_SLOWEST_STEP, PLACE_COMMA, GDK_KEY_comma, .typed = GDK_KEY_less, .shift = true);
  assert_does (TIMELINE_MEDIAN_STEP, PLACE_PERIOD, GDK_KEY_period, .typed = GDK_KEY_greater, .shift = true);
  assert_does (TIMELINE_SEARCH, PLACE_SLASH, GDK_KEY_slash, .typed = GDK_KEY_slash);
  /* A Russian keyboard has the period, and with Shift the comma, where an American one has the slash. */
  assert_does (TIMELINE_NEXT_STEP, PLACE_SLASH, GDK_KEY_period, .typed = GDK_KEY_period);
  assert_does (TIMELINE_PREVIOUS_STEP, PLACE_SLASH, GDK_KEY_period, .typed = GDK_KEY_comma, .shift = true);
  assert_does (TIMELINE_NO_COMMAND, PLACE_COMMA, GDK_KEY_Cyrillic_be, .typed = GDK_KEY_Cyrillic_be);
  /* A German one has the slash above the 7, and the minus where an American one has the slash. */
  assert_does (TIMELINE_SEARCH, 16, GDK_KEY_7, .typed = GDK_KEY_slash, .shift = true);
  assert_does (TIMELINE_NO_COMMAND, PLACE_SLASH, GDK_KEY_minus, .typed = GDK_KEY_minus);
  assert_does_with (KEYS_NSIGHT, TIMELINE_ZOOM_OUT, PLACE_SLASH, GDK_KEY_minus, .typed = GDK_KEY_minus,
                    .control = true);
  /* A French one has the comma, and with Shift the question mark, beside the N; the semicolon is behind it, with Shift
   * the period; and digits only with Shift. */
  assert_does (TIMELINE_PREVIOUS_STEP, PLACE_M, GDK_KEY_comma, .typed = GDK_KEY_comma);
  assert_does (TIMELINE_NO_COMMAND, PLACE_M, GDK_KEY_comma, .typed = GDK_KEY_question, .shift = true);
  assert_does (TIMELINE_NO_COMMAND, PLACE_COMMA, GDK_KEY_semicolon, .typed = GDK_KEY_semicolon);
  assert_does (TIMELINE_NEXT_STEP, PLACE_COMMA, GDK_KEY_semicolon, .typed = GDK_KEY_period, .shift = true);
  assert_does (TIMELINE_FIT_ALL, PLACE_0, GDK_KEY_agrave, .typed = GDK_KEY_agrave);
  assert_does (TIMELINE_FIT_ALL, PLACE_0, GDK_KEY_agrave, .typed = GDK_KEY_0, .shift = true);
  /* Where the print is all that is known of a key. */
  g_assert_cmpint (key_binding_match (
                     "question", &(PressedKey){ 61, GDK_KEY_question, GDK_KEY_question, true, false, false }),
                   !=, KEY_MATCHES_NOT);
}

static void
test_modifiers_are_exact (void)
{
  assert_does (TIMELINE_FILTER_ROWS, PLACE_F, GDK_KEY_f, .shift = true, .control = true);
  assert_does (TIMELINE_SEARCH, PLACE_F, GDK_KEY_f, .control = true);
  assert_does (TIMELINE_NO_COMMAND, PLACE_W, GDK_KEY_w, .control = true);
  assert_does (TIMELINE_NO_COMMAND, PLACE_W, GDK_KEY_w, .alt = true);
  assert_does (TIMELINE_BACK, PLACE_LEFT, GDK_KEY_Left, .alt = true);
  assert_does (TIMELINE_NO_COMMAND, PLACE_LEFT, GDK_KEY_Left, .alt = true, .shift = true);
  assert_does (TIMELINE_COPY, PLACE_C, GDK_KEY_c, .control = true);
  assert_does (TIMELINE_COPY_NAME, PLACE_C, GDK_KEY_c, .shift = true, .control = true);
}

static void
test_keypad_has_the_same_keys (void)
{
  assert_does (TIMELINE_WALK_LEFT, 83, GDK_KEY_KP_Left);
  assert_does (TIMELINE_SCROLL_DOWN, 89, GDK_KEY_KP_Page_Down);
  assert_does (TIMELINE_SHOW_DETAILS, 104, GDK_KEY_KP_Enter);
  assert_does (TIMELINE_FIT_ALL, 90, GDK_KEY_KP_0);
}

/* ---- presets ---- */

static void
test_presets_keep_other_keys (void)
{
  for (KeyPreset preset = KEYS_DEFAULT; preset < N_KEY_PRESETS; preset++)
    {
      assert_does_with (preset, TIMELINE_ZOOM_IN, PLACE_W, GDK_KEY_w);
      assert_does_with (preset, TIMELINE_FIT_SELECTION, PLACE_F, GDK_KEY_f);
      assert_does_with (preset, TIMELINE_NEXT_STEP, PLACE_PERIOD, GDK_KEY_period);
    }
}

static void
test_nsight (void)
{
  assert_does_with (KEYS_NSIGHT, TIMELINE_FIT_SELECTION, PLACE_Z, GDK_KEY_z, .shift = true);
  assert_does_with (KEYS_NSIGHT, TIMELINE_ZOOM_IN, 21, GDK_KEY_equal, .typed = GDK_KEY_plus, .shift = true,
                    .control = true);
  assert_does_with (KEYS_NSIGHT, TIMELINE_ZOOM_IN, 86, GDK_KEY_KP_Add, .control = true);
  assert_does_with (KEYS_NSIGHT, TIMELINE_ZOOM_OUT, 82, GDK_KEY_KP_Subtract, .control = true);
  assert_does_with (KEYS_NSIGHT, TIMELINE_FIT_ALL, PLACE_0, GDK_KEY_0, .control = true);
  assert_does (TIMELINE_NO_COMMAND, PLACE_Z, GDK_KEY_z, .shift = true);
}

static void
test_perfetto (void)
{
  assert_does_with (KEYS_PERFETTO, TIMELINE_FIT_ALL, PLACE_Z, GDK_KEY_z);
  assert_does_with (KEYS_PERFETTO, TIMELINE_ZOOM_IN, PLACE_W, GDK_KEY_w, .shift = true);
  assert_does (TIMELINE_NO_COMMAND, PLACE_Z, GDK_KEY_z);
}

static void
test_words_of_presets (void)
{
  for (KeyPreset preset = KEYS_DEFAULT; preset < N_KEY_PRESETS; preset++)
    g_assert_cmpint (key_preset_find (key_preset_word (preset)), ==, preset);
  g_assert_cmpint (key_preset_find ("emacs"), ==, KEYS_DEFAULT);
  g_assert_cmpint (key_preset_find (NULL), ==, KEYS_DEFAULT);
}

/* ---- the table ---- */

static void
test_every_command_has_a_line (void)
{
  for (TimelineCommand i = 1; i < N_TIMELINE_COMMANDS; i++)
    {
      const TimelineCommandLine *line = timeline_command_line (i);

      g_assert_nonnull (line->id);
      g_assert_nonnull (line->title);
      g_assert_cmpint (timeline_command_find (line->id), ==, i);
    }
  g_assert_cmpint (timeline_command_find ("no-such"), ==, TIMELINE_NO_COMMAND);
}

static void
test_keys_are_written_as_keys (void)
{
  for (TimelineCommand i = 1; i < N_TIMELINE_COMMANDS; i++)
    for (KeyPreset preset = KEYS_DEFAULT; preset < N_KEY_PRESETS; preset++)
      {
        const char *at = timeline_command_line (i)->keys[preset];
        KeyBinding binding;

        while (key_binding_next (&at, &binding))
          ;
        g_assert_true (at == NULL || *at == '\0');
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline_keys/letters_and_brackets_go_by_place_on_every_layout",
                   test_places_on_every_layout);
  g_test_add_func ("/timeline_keys/letters_do_not_go_by_print", test_letters_not_by_print);
  g_test_add_func ("/timeline_keys/a_letter_whose_place_has_a_sign_goes_by_print", test_letters_elsewhere);
  g_test_add_func ("/timeline_keys/punctuation_goes_by_print", test_punctuation_by_print);
  g_test_add_func ("/timeline_keys/a_modifier_more_is_another_key", test_modifiers_are_exact);
  g_test_add_func ("/timeline_keys/the_keypad_has_the_same_keys", test_keypad_has_the_same_keys);
  g_test_add_func ("/timeline_keys/a_preset_keeps_what_it_has_no_meaning_for", test_presets_keep_other_keys);
  g_test_add_func ("/timeline_keys/nsight", test_nsight);
  g_test_add_func ("/timeline_keys/perfetto", test_perfetto);
  g_test_add_func ("/timeline_keys/presets_have_words", test_words_of_presets);
  g_test_add_func ("/timeline_keys/every_command_has_a_line", test_every_command_has_a_line);
  g_test_add_func ("/timeline_keys/keys_are_written_as_keys", test_keys_are_written_as_keys);
  return g_test_run ();
}
