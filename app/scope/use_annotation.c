/* SPDX-License-Identifier: Apache-2.0 */

#include "app/scope/use_annotation.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/toasts.h"

#include "trace/naming/display_text.h"

#define TOAST_SECONDS  8
#define NAME_BYTES_MAX 120

/* Set on a ViewState while its steps are being found. */
#define BUSY "stepscope-finds-steps"

/* ---- finding ---- */

typedef struct
{
  const Profile *profile;
  char *pattern;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  profile_unref (question->profile);
  g_free (question->pattern);
  g_free (question);
}

static void
find_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;
  GError *error = NULL;
  const Profile *profile = profile_with_steps (question->profile, question->pattern, &error);
  (void) source;
  (void) cancellable;

  if (profile != NULL)
    g_task_return_pointer (task, (gpointer) (uintptr_t) profile, (GDestroyNotify) profile_unref);
  else
    g_task_return_error (task, error);
}

void
annotation_steps_find (const Profile *profile,
                       const char *pattern,
                       GCancellable *cancellable,
                       GAsyncReadyCallback on_done,
                       gpointer user_data)
{
  /* The task has no widget as its source object, because the worker may hold the last reference. */
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, on_done, user_data);
  Question *question = g_new0 (Question, 1);

  question->profile = profile_ref (profile);
  question->pattern = g_strdup (pattern);
  g_task_set_task_data (task, question, question_free);
  g_task_run_in_thread (task, find_in_thread);
}

/* ---- accepting ---- */

typedef struct
{
  uint8_t key[TRACE_KEY_BYTES];
  char *pattern;
} Choice;

static void
choice_free (gpointer data)
{
  Choice *choice = data;

  g_free (choice->pattern);
  g_free (choice);
}

static void
write_choice (Library *library, gpointer data)
{
  const Choice *choice = data;

  library_set_steps_pattern (library, choice->key, choice->pattern);
}

static void
store (Library *library, const Profile *profile)
{
  Choice *choice = g_new0 (Choice, 1);

  memcpy (choice->key, trace_profile_key (profile->trace), TRACE_KEY_BYTES);
  choice->pattern = g_strdup (profile->steps_pattern);
  library_later (library, write_choice, choice, choice_free);
}

bool
annotation_steps_accept (GAsyncResult *result, ViewState *state, Library *library, GError **error)
{
  const Question *question = g_task_get_task_data (G_TASK (result));
  const Profile *profile = g_task_propagate_pointer (G_TASK (result), error);

  if (profile == NULL)
    return false;
  if (view_state_profile (state) != question->profile)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                           _ ("The profile was reloaded or has other steps now; its steps stay as they are"));
      profile_unref (profile);
      return false;
    }
  view_state_set_profile (state, profile);
  store (library, profile);
  profile_unref (profile);
  return true;
}

/* ---- using an annotation, with Undo ---- */

typedef struct
{
  AdwToastOverlay *toasts; /* not held while use belongs to a toast */
  ViewState *state;
  Library *library;
  GClosure *on_busy;
  char *name;           /* NULL: this is the way back */
  char *pattern_before; /* NULL: the rule */
} Use;

static void
use_free (gpointer data)
{
  Use *use = data;

  g_clear_object (&use->toasts);
  g_object_unref (use->state);
  g_closure_unref (use->on_busy);
  g_free (use->name);
  g_free (use->pattern_before);
  g_free (use);
}

/* Of a toast. */
static void
way_back_free (gpointer data, GClosure *closure)
{
  Use *use = data;
  (void) closure;

  use->toasts = NULL;
  use_free (use);
}

static Use *
use_new (AdwToastOverlay *toasts, ViewState *state, Library *library, const char *name, GClosure *on_busy)
{
  Use *use = g_new0 (Use, 1);

  use->toasts = g_object_ref (toasts);
  use->state = g_object_ref (state);
  use->library = library;
  use->on_busy = g_closure_ref (on_busy);
  use->name = g_strdup (name);
  use->pattern_before = g_strdup (view_state_profile (state)->steps_pattern);
  return use;
}

bool
use_annotation_is_busy (ViewState *state)
{
  return g_object_get_data (G_OBJECT (state), BUSY) != NULL;
}

static void
set_busy (const Use *use, bool is_busy)
{
  GValue of = G_VALUE_INIT;

  g_object_set_data (G_OBJECT (use->state), BUSY, is_busy ? use->state : NULL);
  g_value_init (&of, G_TYPE_OBJECT);
  g_value_set_object (&of, use->state);
  g_closure_invoke (use->on_busy, NULL, 1, &of, NULL);
  g_value_unset (&of);
}

static void show_steps (GObject *source, GAsyncResult *result, gpointer data);

/* Takes ownership of use. */
static void
find_steps (Use *use, const char *pattern)
{
  if (use_annotation_is_busy (use->state))
    {
      use_free (use);
      return;
    }
  set_busy (use, true);
  annotation_steps_find (view_state_profile (use->state), pattern, NULL, show_steps, use);
}

static void
undo (AdwToast *toast, gpointer data)
{
  const Use *use = data;
  (void) toast;

  find_steps (use_new (use->toasts, use->state, use->library, NULL, use->on_busy), use->pattern_before);
}

/* Takes ownership of use. */
static void
offer_undo (Use *use)
{
  char name[NAME_BYTES_MAX + 1];
  TextSpan whole = { use->name, strlen (use->name) };

  name[display_text (whole, name, NAME_BYTES_MAX)] = '\0';
  g_autofree char *text = g_strdup_printf (_ ("“%s” is the step"), name);
  AdwToast *toast = toast_of_text (text);

  adw_toast_set_button_label (toast, _ ("_Undo"));
  adw_toast_set_timeout (toast, TOAST_SECONDS);
  g_autoptr (AdwToastOverlay) toasts = g_object_ref (use->toasts);
  g_object_unref (use->toasts);
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (undo), use, way_back_free, 0);
  toasts_add_passing (toasts, toast);
}

static void
show_steps (GObject *source, GAsyncResult *result, gpointer data)
{
  Use *use = data;
  g_autoptr (GError) error = NULL;
  bool is_accepted = annotation_steps_accept (result, use->state, use->library, &error);
  (void) source;

  set_busy (use, false);
  if (!is_accepted)
    toasts_say (use->toasts, error->message);
  if (is_accepted && use->name != NULL)
    offer_undo (use);
  else
    use_free (use);
}

void
use_annotation (AdwToastOverlay *toasts,
                ViewState *state,
                Library *library,
                const char *pattern,
                const char *name,
                GClosure *on_busy)
{
  g_closure_ref (on_busy);
  g_closure_sink (on_busy);
  g_closure_set_marshal (on_busy, g_cclosure_marshal_VOID__VOID);
  find_steps (use_new (toasts, state, library, name, on_busy), pattern);
  g_closure_unref (on_busy);
}
