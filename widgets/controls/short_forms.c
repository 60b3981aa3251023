/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/short_forms.h"

#include "widgets/controls/quiet_tooltip.h"

struct _ShortForms
{
  GtkWidget parent_instance;

  GPtrArray *forms; /* GtkWidget, children, the longest first */
  guint shown;
  bool is_tight;
};

G_DEFINE_FINAL_TYPE (ShortForms, short_forms, GTK_TYPE_WIDGET)

GtkWidget *
short_forms_get (ShortForms *self, guint form)
{
  return self->forms->pdata[form];
}

guint
short_forms_shown (ShortForms *self)
{
  return self->shown;
}

static void
measure_form (ShortForms *self, guint form, int *ret_tight_px, int *ret_natural_px)
{
  gtk_widget_measure (short_forms_get (self, form), GTK_ORIENTATION_HORIZONTAL, -1, ret_tight_px,
                      ret_natural_px, NULL, NULL);
}

int
short_forms_natural_px (ShortForms *self, guint form)
{
  int tight_px, natural_px;

  measure_form (self, form, &tight_px, &natural_px);
  return natural_px;
}

int
short_forms_tight_px (ShortForms *self, guint form)
{
  int tight_px, natural_px;

  measure_form (self, form, &tight_px, &natural_px);
  return tight_px;
}

int
short_forms_asked_px (ShortForms *self)
{
  return self->is_tight ? short_forms_tight_px (self, self->shown)
                        : short_forms_natural_px (self, self->shown);
}

/* GTK 4.8 also exposes hidden children to assistive technology. */
static void
set_shown (GtkWidget *form, bool is_shown)
{
  gtk_widget_set_child_visible (form, is_shown);
  gtk_accessible_update_state (GTK_ACCESSIBLE (form), GTK_ACCESSIBLE_STATE_HIDDEN, !is_shown, -1);
}

static void
show_another (ShortForms *self, guint form)
{
  GtkWidget *before = short_forms_get (self, self->shown), *after = short_forms_get (self, form);
  bool has_focus = (gtk_widget_get_state_flags (before) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;

  self->shown = form;
  set_shown (after, true);
  if (has_focus)
    gtk_widget_child_focus (after, GTK_DIR_TAB_FORWARD);
  set_shown (before, false);
}

void
short_forms_show (ShortForms *self, guint form, bool is_tight)
{
  if (form == self->shown && is_tight == self->is_tight)
    return;
  self->is_tight = is_tight;
  if (form != self->shown)
    show_another (self, form);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
short_forms_add (ShortForms *self, GtkWidget *form)
{
  g_ptr_array_add (self->forms, form);
  gtk_widget_set_parent (form, GTK_WIDGET (self));
  set_shown (form, self->forms->len == 1);
}

void
short_forms_add_labels (ShortForms *self, guint n, int max_chars)
{
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *label = gtk_label_new (NULL);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_max_width_chars (GTK_LABEL (label), max_chars);
      short_forms_add (self, label);
    }
}

void
short_forms_set_text (ShortForms *self, guint form, const char *text)
{
  gtk_label_set_text (GTK_LABEL (short_forms_get (self, form)), text);
  if (form == 0)
    quiet_tooltip_set (GTK_WIDGET (self), text);
  /* A label uses each new text as its accessible name. */
  const char *whole = gtk_label_get_text (GTK_LABEL (short_forms_get (self, 0)));
  for (guint i = 0; i < self->forms->len; i++)
    gtk_accessible_update_property (GTK_ACCESSIBLE (short_forms_get (self, i)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    whole, -1);
}

/* ---- the widget ---- */

static void
short_forms_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  ShortForms *self = SHORT_FORMS (widget);

  *minimum_baseline = *natural_baseline = -1;
  if (self->forms->len > 0 && orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = short_forms_asked_px (self);
      *natural = short_forms_natural_px (self, self->shown);
      return;
    }
  /* The height is that of the highest form, so that it does not change with the width of the window. */
  for (guint i = 0; i < self->forms->len; i++)
    {
      int least_px, natural_px;

      gtk_widget_measure (short_forms_get (self, i), orientation, i == self->shown ? for_size : -1, &least_px,
                          &natural_px, NULL, NULL);
      *minimum = MAX (*minimum, least_px);
      *natural = MAX (*natural, natural_px);
    }
}

static void
short_forms_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ShortForms *self = SHORT_FORMS (widget);

  if (self->forms->len > 0)
    gtk_widget_allocate (short_forms_get (self, self->shown), width, height, baseline, NULL);
}

static void
short_forms_dispose (GObject *object)
{
  ShortForms *self = SHORT_FORMS (object);

  while (self->forms->len > 0)
    gtk_widget_unparent (g_ptr_array_steal_index (self->forms, self->forms->len - 1));
  G_OBJECT_CLASS (short_forms_parent_class)->dispose (object);
}

static void
short_forms_finalize (GObject *object)
{
  g_ptr_array_unref (SHORT_FORMS (object)->forms);
  G_OBJECT_CLASS (short_forms_parent_class)->finalize (object);
}

static void
short_forms_class_init (ShortFormsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = short_forms_dispose;
  G_OBJECT_CLASS (klass)->finalize = short_forms_finalize;
  GTK_WIDGET_CLASS (klass)->measure = short_forms_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = short_forms_size_allocate;
}

static void
short_forms_init (ShortForms *self)
{
  self->forms = g_ptr_array_new ();
}

GtkWidget *
short_forms_new (void)
{
  return g_object_new (SHORT_TYPE_FORMS, NULL);
}
