/* SPDX-License-Identifier: Apache-2.0
 *
 * Keys as they are written in tables of commands, and whether one of them was pressed.
 *
 * Keys are written like GTK accelerators, separated by spaces: "w", "<Shift>f", "<Control>bracketleft
 * Left". Letters and brackets mean positions on an American keyboard, whatever another keyboard has
 * printed there. All other keys mean what is printed on them. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

/* The program whose keys the user is used to. */
typedef enum
{
  KEYS_DEFAULT,
  KEYS_NSIGHT,
  KEYS_PERFETTO, /* and chrome://tracing, whose keys Perfetto took over */
  N_KEY_PRESETS
} KeyPreset;

/* Convert between "default", "nsight", "perfetto" and the preset. An unknown word gives KEYS_DEFAULT. */
const char *key_preset_word (KeyPreset preset);
KeyPreset key_preset_find (const char *word);

/* The keys of a command in each preset, or NULL. Keys of a preset add to the default keys, and take away
 * default keys that they assign to another command. */
typedef const char *PresetKeys[N_KEY_PRESETS];

typedef struct
{
  unsigned keycode; /* of X11, and of GDK on Wayland: of the key, whatever is printed on it */
  unsigned keyval;  /* what the key gives without Shift; GDK_KEY_* */
  unsigned typed;   /* what it gives with the modifiers that are held; 0 if the same as keyval */
  bool shift, control, alt;
} PressedKey;

/* A key with its modifiers, and one of several of them, written as above. A key of the keypad also stands for the
 * character printed on it. */
typedef struct
{
  unsigned keyval; /* as an American keyboard gives it without Shift */
  bool shift, control, alt;
} KeyBinding;

/* Reads the next key of *at and moves *at behind it. Returns false at the end, or if the text is not a
 * valid key. */
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

/* Returns whether the key is one of keys, written as above. */
bool key_binding_is_among (const KeyBinding *binding, const char *keys);

/* Returns the keycode of its position on an American keyboard; 0 for keys without a fixed position, such
 * as arrows and function keys. */
unsigned key_binding_keycode (const KeyBinding *binding);

/* Returns what the user's keyboard has printed on the key of the binding; for letters and brackets, what
 * is printed at their position. */
unsigned key_binding_printed (const KeyBinding *binding, GdkDisplay *display);

/* Returns whether the focused widget of the window accepts text. If so, only keys with Ctrl or Alt are
 * commands. */
bool key_focus_is_typing (GtkWidget *widget);
