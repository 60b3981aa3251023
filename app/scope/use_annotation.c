/* SPDX-License-Identifier: Apache-2.0 */

#include "app/scope/use_annotation.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/toasts.h"

#include "trace/naming/display_text.h"

#define TOAST_SECONDS  8
#define NAME_BYTES_MAX 120

/* ---- finding ---- */

typedef struct
{
  const Profile *profile;
  Library *library;
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

  if (profile == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (!g_cancellable_is_cancelled (cancellable))
    library_set_steps_pattern (question->library, trace_profile_key (profile->trace), question->pattern);
  g_task_return_pointer (task, (gpointer) (uintptr_t) profile, (GDestroyNotify) profile_unref);
}

void
annotation_steps_find (const Profile *profile,
                       Library *library,
                       const char *pattern,
                       GCancellable *cancellable,
                       GAsyncReadyCallback on_done,
                       gpointer user_data)
{
  /* The task has no widget as its source object, because the worker may hold the last reference. */
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, on_done, user_data);
  Question *question = g_new0 (Question, 1);

  question->profile = profile_ref (profile);
  question->library = library;
  question->pattern = g_strdup (pattern);
  g_task_set_task_data (task, question, question_free);
  g_task_run_in_thread (task, find_in_thread);
}

const Profile *
annotation_steps_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* ---- using an annotation, with Undo ---- */

typedef struct
{
  AdwToastOverlay *toasts; /* not held while use belongs to a toast */
  ViewState *state;
  Library *library;
  char *name;           /* NULL: this is the way back */
  char *pattern_before; /* NULL: the rule */
} Use;

static void
use_free (gpointer data)
{
  Use *use = data;

  g_clear_object (&use->toasts);
  g_object_unref (use->state);
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
use_new (AdwToastOverlay *toasts, ViewState *state, Library *library, const char *name)
{
  Use *use = g_new0 (Use, 1);

  use->toasts = g_object_ref (toasts);
  use->state = g_object_ref (state);
  use->library = library;
  use->name = g_strdup (name);
  use->pattern_before = g_strdup (view_state_profile (state)->steps_pattern);
  return use;
}

static void show_steps (GObject *source, GAsyncResult *result, gpointer data);

static void
find_steps (Use *use, const char *pattern)
{
  annotation_steps_find (view_state_profile (use->state), use->library, pattern, NULL, show_steps, use);
}

static void
undo (AdwToast *toast, gpointer data)
{
  const Use *use = data;
  (void) toast;

  find_steps (use_new (use->toasts, use->state, use->library, NULL), use->pattern_before);
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
  const Profile *profile = annotation_steps_finish (result, &error);
  (void) source;

  if (profile == NULL)
    toasts_say (use->toasts, error->message);
  /* The profile was reloaded or has other steps by now, so the result belongs to an old one. */
  if (profile == NULL || view_state_profile (use->state)->trace != profile->trace)
    {
      if (profile != NULL)
        profile_unref (profile);
      use_free (use);
      return;
    }
  view_state_set_profile (use->state, profile);
  profile_unref (profile);
  if (use->name != NULL)
    offer_undo (use);
  else
    use_free (use);
}

void
use_annotation (AdwToastOverlay *toasts,
                ViewState *state,
                Library *library,
                const char *pattern,
                const char *name)
{
  find_steps (use_new (toasts, state, library, name), pattern);
}
