/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/findings_card.h"

#include <glib/gi18n-lib.h>

#include "trace/text/unit_space.h"
#include "widgets/compare/compare_card.h"
#include "widgets/look/screen_style.h"

#define COLUMN_GAP_PX 16
#define ROW_GAP_PX    8
#define LINE_GAP_PX   2

/* Behind them it says how many there are. */
#define ROWS_MAX 12

#define KEY_GRID "grid"

static GtkWidget *
label_new (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  return label;
}

static GtkWidget *
kind_new (const Compared *compared, const ComparedFinding *finding)
{
  static const char *const classes[N_FINDING_CHANGES] = {
    [FINDING_APPEARED] = "worse",
    [FINDING_GONE] = "better",
    [FINDING_STAYED] = "secondary",
    [FINDING_UNDECIDED] = "secondary",
  };
  g_autofree char *text = compared_finding_kind_text (compared, finding);
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_widget_add_css_class (label, classes[finding->kind]);
  return label;
}

/* The title with the gain, and below it the sentence. */
static GtkWidget *
text_new (const ComparedFinding *finding, const NumberStyle *numbers)
{
  g_autofree char *gain = compared_finding_gain_text (finding, numbers);
  /* Translators: the title of a finding, and "at most 1.204 ms per step". */
  g_autofree char *head = g_strdup_printf (_ ("%s: %s"), finding->title, gain);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, LINE_GAP_PX);
  g_autofree char *said = number_text_signs (numbers, finding->sentence), *firm = unit_space_firm (said);
  GtkWidget *sentence = label_new (firm);

  gtk_label_set_selectable (GTK_LABEL (sentence), TRUE);
  gtk_widget_add_css_class (sentence, "caption");
  gtk_widget_add_css_class (sentence, "secondary");
  gtk_box_append (GTK_BOX (box), label_new (head));
  gtk_box_append (GTK_BOX (box), sentence);
  gtk_widget_set_hexpand (box, TRUE);
  return box;
}

GtkWidget *
findings_card_new (void)
{
  GtkWidget *grid = gtk_grid_new (), *card;

  gtk_grid_set_column_spacing (GTK_GRID (grid), COLUMN_GAP_PX);
  gtk_grid_set_row_spacing (GTK_GRID (grid), ROW_GAP_PX);
  gtk_widget_add_css_class (grid, "summary-grid");
  gtk_widget_add_css_class (grid, "numeric");
  card = compare_card_new (_ ("Findings"), grid);
  compare_card_set_footer (card, _ ("What rules find wrong with each side, as on its dashboard. Gains are upper bounds."));
  g_object_set_data (G_OBJECT (card), KEY_GRID, grid);
  return card;
}

void
findings_card_set (GtkWidget *card, const Compared *compared, const ComparedFindings *findings)
{
  GtkGrid *grid = g_object_get_data (G_OBJECT (card), KEY_GRID);
  const NumberStyle *numbers = screen_style_get (card)->numbers;
  guint n = findings != NULL ? findings->rows->len : 0;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (grid))) != NULL)
    gtk_grid_remove (grid, child);
  gtk_widget_set_visible (card, findings != NULL);
  if (findings != NULL && n == 0)
    gtk_grid_attach (grid, label_new (_ ("No rule found anything wrong.")), 0, 0, 1, 1);
  for (guint i = 0; i < MIN (n, ROWS_MAX); i++)
    {
      const ComparedFinding *finding = &g_array_index (findings->rows, ComparedFinding, i);

      gtk_grid_attach (grid, kind_new (compared, finding), 0, (int) i, 1, 1);
      gtk_grid_attach (grid, text_new (finding, numbers), 1, (int) i, 1, 1);
    }
  if (n > ROWS_MAX)
    {
      g_autofree char *more =
        g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "And %u more", "And %u more", n - ROWS_MAX), n - ROWS_MAX);

      gtk_grid_attach (grid, label_new (more), 1, ROWS_MAX, 1, 1);
    }
}

char *
findings_card_text (GtkWidget *card, const Compared *compared, const ComparedFindings *findings)
{
  const NumberStyle *numbers = screen_style_get (card)->numbers;
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < findings->rows->len; i++)
    {
      const ComparedFinding *finding = &g_array_index (findings->rows, ComparedFinding, i);
      g_autofree char *kind = compared_finding_kind_text (compared, finding);
      g_autofree char *gain = compared_finding_gain_text (finding, numbers);
      g_autofree char *sentence = number_text_signs (numbers, finding->sentence);

      g_string_append_printf (out, "%s%s\t%s\t%s\t%s", i > 0 ? "\n" : "", kind, finding->title, gain, sentence);
    }
  return g_string_free (out, FALSE);
}
