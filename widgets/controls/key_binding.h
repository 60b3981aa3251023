/* SPDX-License-Identifier: Apache-2.0
 *
 * Which keys mean what: keys as they are written in tables of commands, and whether one was pressed.
 *
 * Keys are written as GTK writes accelerators, several with a space between: "w", "<Shift>f", "<Control>bracketleft
 * Left". Letters and brackets are the places where an American keyboard has them: what another keyboard has printed
 * there does the same. Everything else is what is printed on the key. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

/* Which program's keys are in the user's fingers. */
typedef enum
{
  KEYS_DEFAULT,
  KEYS_NSIGHT,
  KEYS_PERFETTO, /* and chrome://tracing, whose keys Perfetto took over */
  N_KEY_PRESETS
} KeyPreset;

/* "default", "nsight", "perfetto" <-> preset. An unknown word is KEYS_DEFAULT. */
const char *key_preset_word (KeyPreset preset);
KeyPreset key_preset_find (const char *word);

/* Keys of a command in each preset, or NULL. Those of a preset are beside the default's, of which they take away what
 * they give to another command. */
typedef const char *PresetKeys[N_KEY_PRESETS];

typedef struct
{
  unsigned keycode; /* of X11, and of GDK on Wayland: of the key, whatever is printed on it */
  unsigned keyval;  /* what the key gives without Shift; GDK_KEY_* */
  unsigned typed;   /* what it gives with what is held; 0: as keyval */
  bool shift, control, alt;
} PressedKey;

/* One key, and one of several: written as above. A key of the keypad is also what is printed on it. */
typedef struct
{
  unsigned keyval; /* as an American keyboard gives it without Shift */
  bool shift, control, alt;
} KeyBinding;

/* The next of the keys in *at, which is moved behind it; false: there is none, or it is not written as a key is. */
bool key_binding_next (const char **at, KeyBinding *ret_binding);

/* How a key that was pressed is told from others: by the sign printed on it (/ , . - = ? and digits, arrows...), else
 * by its place. A digit's place counts where it prints nothing that has a meaning (with Shift it does, on a French
 * keyboard), and a letter's print where its own place has a sign. */
typedef enum
{
  KEY_MATCHES_NOT,
  KEY_MATCHES_OTHERWISE,
  KEY_MATCHES_PLACE,
  KEY_MATCHES_PRINT,
} KeyMatch;

KeyMatch key_binding_match (const char *keys, const PressedKey *key);

/* Whether the key is one of keys, as written. */
bool key_binding_is_among (const KeyBinding *binding, const char *keys);

/* Where an American keyboard has it; 0: it has no place of its own, as arrows and function keys. */
unsigned key_binding_keycode (const KeyBinding *binding);

/* What the user's keyboard has printed on the binding's key: for letters and brackets what is at their place. */
unsigned key_binding_printed (const KeyBinding *binding, GdkDisplay *display);

/* Whether the focus of the widget's window is where keys type text: only those with Ctrl or Alt mean anything then. */
bool key_focus_is_typing (GtkWidget *widget);
