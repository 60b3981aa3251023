/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/key_binding.h"

#include <string.h>

static const char *const preset_words[N_KEY_PRESETS] = { "default", "nsight", "perfetto" };

const char *
key_preset_word (KeyPreset preset)
{
  return preset_words[preset];
}

KeyPreset
key_preset_find (const char *word)
{
  for (int i = 0; word != NULL && i < N_KEY_PRESETS; i++)
    if (strcmp (word, preset_words[i]) == 0)
      return (KeyPreset) i;
  return KEYS_DEFAULT;
}

/* ---- places ---- */

/* The rows of an American keyboard, and the keycode of the first key of each: evdev's plus 8. */
static const struct
{
  unsigned first;
  const char *keys;
} places[] = {
  { 10, "1234567890-=" },
  { 24, "qwertyuiop[]" },
  { 38, "asdfghjkl;'" },
  { 52, "zxcvbnm,./" },
};

/* Keyvals of printable ASCII are the characters; Shift may be needed to type one, which says nothing of arrows. */
static bool
is_character (unsigned keyval)
{
  return keyval > ' ' && keyval <= '~';
}

/* 0: the key has no place of its own: arrows, Escape, function keys. */
static unsigned
keycode_of (unsigned keyval)
{
  if (!is_character (keyval))
    return 0;
  for (size_t i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const char *at = strchr (places[i].keys, (int) keyval);

      if (at != NULL)
        return places[i].first + (unsigned) (at - places[i].keys);
    }
  return 0;
}

unsigned
key_binding_keycode (const KeyBinding *binding)
{
  return keycode_of (binding->keyval);
}

static bool
is_letter (unsigned keyval)
{
  return keyval >= GDK_KEY_a && keyval <= GDK_KEY_z;
}

static bool
goes_by_place (unsigned keyval)
{
  return is_letter (keyval) || keyval == GDK_KEY_bracketleft || keyval == GDK_KEY_bracketright;
}

/* What goes by print is not a letter's or bracket's as well where a keyboard has it at their place: a French one has the
 * comma where an American one has the M. */
static bool
is_sign (unsigned keyval)
{
  return is_character (keyval) && strchr ("/,.-=?", (int) keyval) != NULL;
}

unsigned
key_binding_printed (const KeyBinding *binding, GdkDisplay *display)
{
  g_autofree guint *values = NULL;
  int n;

  if (!goes_by_place (binding->keyval)
      || !gdk_display_map_keycode (display, keycode_of (binding->keyval), NULL, &values, &n) || n == 0
      || values[0] == 0 || is_sign (values[0]))
    return binding->keyval;
  return values[0];
}

/* ---- keys as written ---- */

bool
key_binding_next (const char **at, KeyBinding *ret_binding)
{
  guint keyval;
  GdkModifierType held;

  while (*at != NULL && **at == ' ')
    ++*at;
  if (*at == NULL || **at == '\0')
    return false;
  size_t length = strcspn (*at, " ");
  g_autofree char *key = g_strndup (*at, length);
  *at += length;
  if (!gtk_accelerator_parse (key, &keyval, &held) || keyval == 0)
    return false;
  *ret_binding = (KeyBinding){ .keyval = gdk_keyval_to_lower (keyval),
                               .shift = (held & GDK_SHIFT_MASK) != 0,
                               .control = (held & GDK_CONTROL_MASK) != 0,
                               .alt = (held & GDK_ALT_MASK) != 0 };
  return true;
}

static bool
is_same (const KeyBinding *a, const KeyBinding *b)
{
  return a->keyval == b->keyval && a->shift == b->shift && a->control == b->control && a->alt == b->alt;
}

bool
key_binding_is_among (const KeyBinding *binding, const char *keys)
{
  KeyBinding other;

  while (key_binding_next (&keys, &other))
    if (is_same (binding, &other))
      return true;
  return false;
}

/* ---- keys as pressed ---- */

/* The key that a key of the keypad stands for. */
static unsigned
without_keypad (unsigned keyval)
{
  /* clang-format off */
  static const struct
  {
    unsigned keypad, other;
  } twins[] = {
    { GDK_KEY_KP_Left, GDK_KEY_Left },
    { GDK_KEY_KP_Right, GDK_KEY_Right },
    { GDK_KEY_KP_Up, GDK_KEY_Up },
    { GDK_KEY_KP_Down, GDK_KEY_Down },
    { GDK_KEY_KP_Page_Up, GDK_KEY_Page_Up },
    { GDK_KEY_KP_Page_Down, GDK_KEY_Page_Down },
    { GDK_KEY_KP_Home, GDK_KEY_Home },
    { GDK_KEY_KP_End, GDK_KEY_End },
    { GDK_KEY_KP_Enter, GDK_KEY_Return },
    { GDK_KEY_KP_Add, GDK_KEY_plus },
    { GDK_KEY_KP_Subtract, GDK_KEY_minus },
    { GDK_KEY_KP_Divide, GDK_KEY_slash },
  };
  /* clang-format on */

  if (keyval >= GDK_KEY_KP_0 && keyval <= GDK_KEY_KP_9)
    return keyval - GDK_KEY_KP_0 + GDK_KEY_0;
  for (size_t i = 0; i < G_N_ELEMENTS (twins); i++)
    if (keyval == twins[i].keypad)
      return twins[i].other;
  return keyval;
}

/* Whether the print on the key means the binding: "/" is above the 7 of a German keyboard, and typed with Shift. */
static bool
is_printed (const KeyBinding *binding, const PressedKey *key)
{
  if (is_letter (binding->keyval))
    return false;
  if (is_character (binding->keyval) && binding->keyval == key->typed && !binding->shift)
    return true;
  /* Shift and the comma of a French keyboard are "?". */
  return binding->keyval == without_keypad (key->keyval) && binding->shift == key->shift
         && !(key->shift && is_character (binding->keyval) && is_sign (key->typed));
}

static bool
is_at_place (const KeyBinding *binding, const PressedKey *key)
{
  unsigned keycode = keycode_of (binding->keyval);

  return keycode != 0 && keycode == key->keycode && binding->shift == key->shift
         && !is_sign (without_keypad (key->keyval)) && !is_sign (key->typed);
}

/* Whether the letter stands where an American keyboard has neither a letter nor a bracket, as the M of a French one. */
static bool
is_letter_elsewhere (const KeyBinding *binding, const PressedKey *key)
{
  if (!is_letter (binding->keyval) || binding->keyval != key->keyval || binding->shift != key->shift)
    return false;
  for (unsigned other = GDK_KEY_bracketleft; other <= GDK_KEY_z; other++)
    if (goes_by_place (other) && keycode_of (other) == key->keycode)
      return false;
  return true;
}

static KeyMatch
match_one (const KeyBinding *binding, const PressedKey *key)
{
  bool is_digit = binding->keyval >= GDK_KEY_0 && binding->keyval <= GDK_KEY_9;

  if (binding->control != key->control || binding->alt != key->alt)
    return KEY_MATCHES_NOT;
  if (is_printed (binding, key))
    return KEY_MATCHES_PRINT;
  if (goes_by_place (binding->keyval) && is_at_place (binding, key))
    return KEY_MATCHES_PLACE;
  return (is_digit && is_at_place (binding, key)) || is_letter_elsewhere (binding, key)
           ? KEY_MATCHES_OTHERWISE
           : KEY_MATCHES_NOT;
}

KeyMatch
key_binding_match (const char *keys, const PressedKey *key)
{
  KeyMatch best = KEY_MATCHES_NOT;
  KeyBinding binding;

  while (key_binding_next (&keys, &binding))
    best = MAX (best, match_one (&binding, key));
  return best;
}

bool
key_focus_is_typing (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && (GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus));
}
