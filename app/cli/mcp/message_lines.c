/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/message_lines.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "trace/json/json_scan.h"

#define READ_BYTES 65536

struct MessageLines
{
  int fd;
  bool is_at_end;
  size_t begin, n; /* what was read and not yet returned lies from begin to n */
  GString *line;
  char buffer[READ_BYTES];
};

MessageLines *
message_lines_new (int fd)
{
  MessageLines *lines = g_new0 (MessageLines, 1);

  lines->fd = fd;
  lines->line = g_string_new (NULL);
  return lines;
}

void
message_lines_free (MessageLines *lines)
{
  g_string_free (lines->line, TRUE);
  g_free (lines);
}

/* False at the end. */
static bool
fill (MessageLines *lines)
{
  ssize_t n;

  do
    n = read (lines->fd, lines->buffer, sizeof lines->buffer);
  while (n < 0 && errno == EINTR);
  lines->begin = 0;
  lines->n = n > 0 ? (size_t) n : 0;
  return n > 0;
}

static MessageLine
give (MessageLines *lines, bool is_too_long, const char **ret_text, size_t *ret_length)
{
  static const char padding[JSON_PADDING];

  if (is_too_long)
    return MESSAGE_TOO_LONG;
  *ret_length = lines->line->len;
  g_string_append_len (lines->line, padding, sizeof padding);
  *ret_text = lines->line->str;
  return MESSAGE_LINE;
}

MessageLine
message_lines_next (MessageLines *lines, const char **ret_text, size_t *ret_length)
{
  bool is_too_long = false;

  g_string_truncate (lines->line, 0);
  while (!lines->is_at_end)
    {
      if (lines->begin == lines->n && !fill (lines))
        {
          lines->is_at_end = true;
          break;
        }
      const char *begin = lines->buffer + lines->begin;
      size_t n = lines->n - lines->begin;
      const char *newline = memchr (begin, '\n', n);
      size_t n_taken = newline != NULL ? (size_t) (newline - begin) : n;

      is_too_long = is_too_long || lines->line->len + n_taken > MESSAGE_BYTES_MAX;
      if (!is_too_long)
        g_string_append_len (lines->line, begin, (gssize) n_taken);
      lines->begin += n_taken + (newline != NULL);
      if (newline == NULL)
        continue;
      if (!is_too_long && lines->line->len > 0 && lines->line->str[lines->line->len - 1] == '\r')
        g_string_truncate (lines->line, lines->line->len - 1);
      if (is_too_long || lines->line->len > 0)
        return give (lines, is_too_long, ret_text, ret_length);
    }
  return is_too_long || lines->line->len > 0 ? give (lines, is_too_long, ret_text, ret_length) : MESSAGE_END;
}
