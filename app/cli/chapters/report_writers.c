/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/chapters/report_writers.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

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

static bool
write_all (int fd, const char *bytes, size_t length)
{
  while (length > 0)
    {
      ssize_t n = write (fd, bytes, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return false;
      bytes += n;
      length -= (size_t) n;
    }
  return true;
}

bool
report_writer_save (
  const ReportWriter *writer, const Document *document, const char *path, OutputFile *file, GError **error)
{
  g_autoptr (GString) bytes = writer->write (document, error);

  if (bytes == NULL)
    return false;
  if (write_all (output_file_fd (file), bytes->str, bytes->len))
    return output_file_commit (file, error);
  output_file_set_error (error, path, errno);
  return false;
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
