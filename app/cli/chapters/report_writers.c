/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/chapters/report_writers.h"

#include <string.h>

#include "app/cli/document/document_markdown.h"

static GString *
write_markdown (const Document *document, GError **error)
{
  (void) error;
  return document_markdown (document);
}

static const ReportWriter markdown = { ".md", false, write_markdown };

/* Set once, by report_writers_add (). */
static const ReportDrawing *drawn;

void
report_writers_add (const ReportDrawing *drawing)
{
  drawn = drawing;
}

const ReportDrawing *
report_writers_drawing (void)
{
  return drawn;
}

static bool
has_suffix (const char *path, const char *suffix)
{
  size_t length = strlen (path), n = strlen (suffix);

  return length > n && g_ascii_strcasecmp (path + length - n, suffix) == 0;
}

const ReportWriter *
report_writer_find (const char *path)
{
  if (strcmp (path, "-") == 0 || has_suffix (path, markdown.suffix))
    return &markdown;
  for (const ReportWriter *writer = drawn != NULL ? drawn->writers : NULL; writer != NULL && writer->suffix != NULL;
       writer++)
    if (has_suffix (path, writer->suffix))
      return writer;
  return NULL;
}

char *
report_writers_suffixes (void)
{
  g_autoptr (GString) out = g_string_new (markdown.suffix);

  for (const ReportWriter *writer = drawn != NULL ? drawn->writers : NULL; writer != NULL && writer->suffix != NULL;
       writer++)
    g_string_append_printf (out, "%s%s", writer[1].suffix == NULL ? " or " : ", ", writer->suffix);
  return g_strdup (out->str);
}
