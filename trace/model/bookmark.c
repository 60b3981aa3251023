/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/bookmark.h"

#include <string.h>

#include "trace/model/slice_identity.h"

static const char *const kind_words[N_BOOKMARK_KINDS] = {
  [BOOKMARK_TIME] = "time",
  [BOOKMARK_RANGE] = "range",
  [BOOKMARK_SLICE] = "slice",
};

static int64_t
now_ms (void)
{
  return g_get_real_time () / 1000;
}

Bookmark *
bookmark_new (BookmarkKind kind, int64_t begin_ns, int64_t end_ns, const char *slice)
{
  Bookmark *bookmark = g_new0 (Bookmark, 1);

  bookmark->kind = kind;
  bookmark->begin_ns = begin_ns;
  bookmark->end_ns = end_ns;
  bookmark->slice = g_strdup (slice);
  bookmark->created_ms = bookmark->modified_ms = now_ms ();
  bookmark_repair (bookmark);
  return bookmark;
}

Bookmark *
bookmark_copy (const Bookmark *bookmark)
{
  Bookmark *copy = g_new (Bookmark, 1);

  *copy = *bookmark;
  copy->id = g_strdup (bookmark->id);
  copy->slice = g_strdup (bookmark->slice);
  copy->title = g_strdup (bookmark->title);
  copy->note = g_strdup (bookmark->note);
  return copy;
}

void
bookmark_free (Bookmark *bookmark)
{
  if (bookmark == NULL)
    return;
  g_free (bookmark->id);
  g_free (bookmark->slice);
  g_free (bookmark->title);
  g_free (bookmark->note);
  g_free (bookmark);
}

/* ---- text ---- */

/* Returns a new string with at most max bytes of valid UTF-8. */
static char *
bounded_utf8 (const char *text, size_t max)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) strnlen (text, max + 1));
  size_t length = strlen (valid);

  if (length > max)
    length = (size_t) (g_utf8_find_prev_char (valid, valid + max + 1) - valid);
  return g_strndup (valid, length);
}

/* Line breaks and other control characters become spaces. */
static char *
one_line (const char *text)
{
  char *line = bounded_utf8 (text, BOOKMARK_TITLE_MAX);

  for (char *at = line; *at != '\0'; at++)
    if ((unsigned char) *at < ' ' || *at == 0x7f)
      *at = ' ';
  return g_strstrip (line);
}

static bool
replace (Bookmark *bookmark, char **text, char *with)
{
  if (strcmp (*text, with) == 0)
    {
      g_free (with);
      return false;
    }
  g_free (*text);
  *text = with;
  bookmark->modified_ms = now_ms ();
  return true;
}

bool
bookmark_set_title (Bookmark *bookmark, const char *title)
{
  return replace (bookmark, &bookmark->title, one_line (title));
}

bool
bookmark_set_note (Bookmark *bookmark, const char *note)
{
  return replace (bookmark, &bookmark->note, bounded_utf8 (note, BOOKMARK_NOTE_MAX));
}

bool
bookmark_set_colour (Bookmark *bookmark, unsigned colour)
{
  colour = MIN (colour, BOOKMARK_COLOURS - 1);
  if (bookmark->colour == colour)
    return false;
  bookmark->colour = colour;
  bookmark->modified_ms = now_ms ();
  return true;
}

void
bookmark_repair (Bookmark *bookmark)
{
  char *title = bookmark->title, *note = bookmark->note, *slice = bookmark->slice;

  if (bookmark->id == NULL || !g_uuid_string_is_valid (bookmark->id))
    {
      g_free (bookmark->id);
      bookmark->id = g_uuid_string_random ();
    }
  if (bookmark->kind < 0 || bookmark->kind >= N_BOOKMARK_KINDS)
    bookmark->kind = BOOKMARK_RANGE;
  bookmark->begin_ns = trace_time_clamp (bookmark->begin_ns);
  bookmark->end_ns = MAX (trace_time_clamp (bookmark->end_ns), bookmark->begin_ns);
  if (bookmark->kind == BOOKMARK_TIME)
    bookmark->end_ns = bookmark->begin_ns;
  bookmark->colour = MIN (bookmark->colour, BOOKMARK_COLOURS - 1);
  bookmark->title = one_line (title != NULL ? title : "");
  bookmark->note = bounded_utf8 (note != NULL ? note : "", BOOKMARK_NOTE_MAX);
  bookmark->slice = bounded_utf8 (slice != NULL ? slice : "", SLICE_IDENTITY_MAX - 1);
  g_free (title);
  g_free (note);
  g_free (slice);
}

/* ---- kinds and order ---- */

const char *
bookmark_kind_word (BookmarkKind kind)
{
  return kind_words[kind];
}

bool
bookmark_kind_find (const char *word, BookmarkKind *ret_kind)
{
  for (int i = 0; i < N_BOOKMARK_KINDS; i++)
    if (strcmp (word, kind_words[i]) == 0)
      {
        *ret_kind = (BookmarkKind) i;
        return true;
      }
  return false;
}

int
bookmark_compare (const Bookmark *a, const Bookmark *b)
{
  if (a->begin_ns != b->begin_ns)
    return a->begin_ns < b->begin_ns ? -1 : 1;
  if (a->end_ns != b->end_ns)
    return a->end_ns < b->end_ns ? -1 : 1;
  return strcmp (a->id, b->id);
}
