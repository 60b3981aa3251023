/* SPDX-License-Identifier: Apache-2.0 */

#include "app/desktop/prompt_button.h"

#include "app/desktop/mnemonic.h"

struct _PromptButton
{
  GtkButton parent_instance;
};

G_DEFINE_TYPE (PromptButton, prompt_button, GTK_TYPE_BUTTON)

static void
click (GtkButton *button)
{
  g_signal_emit_by_name (button, "clicked");
}

static void
prompt_button_class_init (PromptButtonClass *klass)
{
  GTK_BUTTON_CLASS (klass)->activate = click;
}

static void
prompt_button_init (PromptButton *button)
{
  (void) button;
}

GtkWidget *
prompt_button_new (const char *label)
{
  GtkWidget *button = g_object_new (PROMPT_TYPE_BUTTON, "label", label, "use-underline", TRUE, NULL);

  mnemonic_name (button, label);
  return button;
}
