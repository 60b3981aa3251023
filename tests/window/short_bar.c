/* SPDX-License-Identifier: Apache-2.0
 *
 * short_bar: which forms a bar shows at which widths. A test of GLib that needs a display, because the widgets are
 * measured; nothing is shown. */

#include "widgets/controls/short_bar.h"

#define HEIGHT_PX 20

/* Two parts in a row. Their forms are 300, 200 and 100 px, and 200 and 50 px wide. */
typedef struct
{
  GtkWidget *bar, *row, *frame; /* the frame is around the second part */
  ShortForms *first, *second;
} Story;

static GtkWidget *
form_new (int width_px)
{
  GtkWidget *form = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_set_size_request (form, width_px, HEIGHT_PX);
  return form;
}

static void
set_up (Story *story, gconstpointer data)
{
  (void) data;
  story->first = SHORT_FORMS (short_forms_new ());
  story->second = SHORT_FORMS (short_forms_new ());
  for (int width_px = 300; width_px > 0; width_px -= 100)
    short_forms_add (story->first, form_new (width_px));
  short_forms_add (story->second, form_new (200));
  short_forms_add (story->second, form_new (50));

  const ShortStep steps[] = { { story->first, 1 }, { story->second, 1 }, { story->first, 2 } };
  story->row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  story->frame = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (story->row), GTK_WIDGET (story->first));
  gtk_box_append (GTK_BOX (story->frame), GTK_WIDGET (story->second));
  gtk_box_append (GTK_BOX (story->row), story->frame);
  story->bar = g_object_ref_sink (short_bar_new (story->row, steps, G_N_ELEMENTS (steps)));
}

static void
tear_down (Story *story, gconstpointer data)
{
  (void) data;
  g_object_unref (story->bar);
}

static void
get_limits (GtkWidget *bar, int *ret_least_px, int *ret_natural_px)
{
  gtk_widget_measure (bar, GTK_ORIENTATION_HORIZONTAL, -1, ret_least_px, ret_natural_px, NULL, NULL);
}

static void
give (GtkWidget *bar, int width_px)
{
  int least_px;

  get_limits (bar, &least_px, NULL);
  g_assert_cmpint (width_px, >=, least_px);
  gtk_widget_size_allocate (bar, &(GtkAllocation){ 0, 0, width_px, HEIGHT_PX }, -1);
}

/* Gives the bar a width and checks the form of each part, that it alone can be seen, and that it is all there. */
static void
check (const Story *story, int width_px, guint first, guint second)
{
  const ShortForms *const parts[] = { story->first, story->second };
  const guint forms[] = { first, second }, n_forms[] = { 3, 2 };

  give (story->bar, width_px);
  for (size_t i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      ShortForms *part = (ShortForms *) parts[i];

      g_assert_cmpuint (short_forms_shown (part), ==, forms[i]);
      for (guint form = 0; form < n_forms[i]; form++)
        g_assert_true (gtk_widget_get_child_visible (short_forms_get (part, form)) == (form == forms[i]));
      if (gtk_widget_get_visible (GTK_WIDGET (part)) && gtk_widget_get_visible (story->frame))
        g_assert_cmpint (gtk_widget_get_width (short_forms_get (part, forms[i])), ==,
                         short_forms_natural_px (part, forms[i]));
    }
}

static void
test_it_takes_as_few_steps_as_the_width_allows (Story *story, gconstpointer data)
{
  (void) data;
  check (story, 800, 0, 0);
  check (story, 500, 0, 0);
  check (story, 499, 1, 0);
  check (story, 400, 1, 0);
  check (story, 399, 1, 1);
  check (story, 250, 1, 1);
  check (story, 249, 2, 1);
  check (story, 150, 2, 1);
}

static void
test_it_takes_them_back_where_there_is_room_again (Story *story, gconstpointer data)
{
  (void) data;
  check (story, 150, 2, 1);
  check (story, 250, 1, 1);
  check (story, 800, 0, 0);
}

/* Else the limits of a window would change while it is resized. */
static void
test_its_limits_do_not_depend_on_what_it_shows (Story *story, gconstpointer data)
{
  static const int widths_px[] = { 800, 499, 399, 249, 150 };
  int least_px, natural_px;
  (void) data;

  for (size_t i = 0; i < G_N_ELEMENTS (widths_px); i++)
    {
      give (story->bar, widths_px[i]);
      get_limits (story->bar, &least_px, &natural_px);
      g_assert_cmpint (least_px, ==, 150);
      g_assert_cmpint (natural_px, ==, 500);
    }
}

static void
test_parts_that_are_hidden_need_no_room (Story *story, gconstpointer data)
{
  int least_px, natural_px;
  (void) data;

  gtk_widget_set_visible (story->frame, FALSE);
  get_limits (story->bar, &least_px, &natural_px);
  g_assert_cmpint (least_px, ==, 100);
  g_assert_cmpint (natural_px, ==, 300);
  check (story, 300, 0, 0);
  check (story, 200, 1, 0);
  gtk_widget_set_visible (story->frame, TRUE);
  check (story, 300, 1, 1);
  gtk_widget_set_visible (GTK_WIDGET (story->first), FALSE);
  give (story->bar, 200);
  g_assert_cmpuint (short_forms_shown (story->second), ==, 0);
}

static void
test_a_form_that_grows_shortens_the_bar (Story *story, gconstpointer data)
{
  (void) data;
  check (story, 500, 0, 0);
  gtk_widget_set_size_request (short_forms_get (story->second, 0), 201, HEIGHT_PX);
  check (story, 500, 1, 0);
  gtk_widget_set_size_request (short_forms_get (story->second, 0), 200, HEIGHT_PX);
  check (story, 500, 0, 0);
}

/* Texts can be narrower than the shortest form, at the price of an ellipsis. */
static void
test_texts_are_cut_where_all_steps_are_not_enough (void)
{
  ShortForms *forms = SHORT_FORMS (short_forms_new ());
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  short_forms_add_labels (forms, 2, -1);
  short_forms_set_text (forms, 0, "Step 1011, the third of six");
  short_forms_set_text (forms, 1, "Step 1011 of this rank");
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (forms));

  const ShortStep steps[] = { { forms, 1 } };
  GtkWidget *bar = g_object_ref_sink (short_bar_new (row, steps, G_N_ELEMENTS (steps)));
  GtkLabel *short_label = GTK_LABEL (short_forms_get (forms, 1));
  int least_px, short_px = short_forms_natural_px (forms, 1);

  get_limits (bar, &least_px, NULL);
  g_assert_cmpint (least_px, ==, short_forms_tight_px (forms, 1));
  g_assert_cmpint (least_px, <, short_px);
  give (bar, short_px);
  g_assert_cmpuint (short_forms_shown (forms), ==, 1);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (short_label)));
  give (bar, short_px - 1);
  g_assert_cmpuint (short_forms_shown (forms), ==, 1);
  g_assert_true (pango_layout_is_ellipsized (gtk_label_get_layout (short_label)));
  give (bar, short_forms_natural_px (forms, 0));
  g_assert_cmpuint (short_forms_shown (forms), ==, 0);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (short_forms_get (forms, 0)))));
  g_object_unref (bar);
}

/* Where the focus is lost, the keyboard begins at the first control of the window again. */
static void
test_the_focus_goes_to_the_form_that_is_shown (Story *story, gconstpointer data)
{
  GtkWidget *window = gtk_window_new (), *whole = gtk_button_new (), *brief = gtk_button_new ();
  (void) data;

  gtk_box_append (GTK_BOX (short_forms_get (story->first, 0)), whole);
  gtk_box_append (GTK_BOX (short_forms_get (story->first, 1)), brief);
  gtk_window_set_child (GTK_WINDOW (window), story->bar);
  gtk_widget_set_visible (window, TRUE);
  g_assert_true (gtk_widget_grab_focus (whole));
  give (story->bar, 400);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == brief);
  give (story->bar, 500);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == whole);
  gtk_window_destroy (GTK_WINDOW (window));
}

#define TEST(name) g_test_add ("/short_bar/" #name, Story, NULL, set_up, test_##name, tear_down)

int
main (int argc, char **argv)
{
  gtk_init ();
  g_test_init (&argc, &argv, NULL);
  TEST (it_takes_as_few_steps_as_the_width_allows);
  TEST (it_takes_them_back_where_there_is_room_again);
  TEST (its_limits_do_not_depend_on_what_it_shows);
  TEST (parts_that_are_hidden_need_no_room);
  TEST (a_form_that_grows_shortens_the_bar);
  g_test_add_func ("/short_bar/texts_are_cut_where_all_steps_are_not_enough",
                   test_texts_are_cut_where_all_steps_are_not_enough);
  TEST (the_focus_goes_to_the_form_that_is_shown);
  return g_test_run ();
}
