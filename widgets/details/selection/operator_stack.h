/* SPDX-License-Identifier: Apache-2.0
 *
 * The operators around a slice when it began, as a widget: the last lines of them, all in its tooltip. */

#pragma once

#include <gtk/gtk.h>

#define DETAILS_TYPE_OPERATOR_STACK (operator_stack_get_type ())
G_DECLARE_FINAL_TYPE (OperatorStack, operator_stack, DETAILS, OPERATOR_STACK, GtkBox)

GtkWidget *operator_stack_new (void);

/* Copies the text. NULL hides the widget. */
void operator_stack_set (OperatorStack *box, const char *stack);
