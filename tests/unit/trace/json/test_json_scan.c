/* SPDX-License-Identifier: Apache-2.0
 *
 * Every way of looking at blocks answers as plain C does, reads nothing behind the padding, and accepts nothing but what
 * json_token.h accepts too, with the same end.
 *
 * Without GLib, so that it runs wherever there is a C library: json_scan_aarch64 builds it for another processor. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/gen/prng.h"
#include "trace/json/json_scan.h"
#include "trace/json/json_token.h"

#define CHECK(condition)                                                  \
  do                                                                      \
    if (!(condition))                                                     \
      {                                                                   \
        printf ("Bail out! %s:%d: %s\n", __FILE__, __LINE__, #condition); \
        show ();                                                          \
        exit (EXIT_FAILURE);                                              \
      }                                                                   \
  while (0)

#define BLOCK_BYTES    64
#define TEXT_BYTES_MAX 2048

typedef const char *(*Scan) (const char *at);

/* ---- a text with its padding, where what follows cannot be read ---- */

static char *page_end;
static const char *placed;
static size_t n_placed;

static void
show (void)
{
  printf ("# the text: ");
  for (size_t i = 0; i < n_placed; i++)
    printf (placed[i] >= ' ' && placed[i] <= '~' ? "%c" : "\\x%02x", (unsigned char) placed[i]);
  printf ("\n");
  fflush (stdout);
}

static void
make_pages (void)
{
  size_t page = (size_t) sysconf (_SC_PAGESIZE);
  size_t n = (TEXT_BYTES_MAX + 2 * BLOCK_BYTES + page - 1) / page * page;
  char *pages = mmap (NULL, n + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  CHECK (pages != MAP_FAILED && mprotect (pages + n, page, PROT_NONE) == 0);
  memset (pages, '"', n);
  page_end = pages + n;
}

/* Behind its padding there are n_free bytes more before the end of the page. */
static char *
place_before_end (const char *text, size_t n, size_t n_free)
{
  char *at = page_end - n_free - JSON_PADDING - n;

  CHECK (n <= TEXT_BYTES_MAX);
  memset (page_end - n_free, '{', n_free);
  memset (at + n, 0, JSON_PADDING);
  memcpy (at, text, n);
  at[-1] = '\\';
  placed = at;
  n_placed = n;
  return at;
}

/* ---- all ways ---- */

static const char *
plain_string_of (const JsonScan *way, const char *at)
{
  return way->plain_string (at);
}

static const char *
plain_container_of (const JsonScan *way, const char *at)
{
  return way->plain_container (at);
}

static const JsonScan *
plain_way (void)
{
  size_t n;
  const JsonScan *const *ways = json_scan_ways (&n);

  return ways[n - 1];
}

static const char *
same_string_end (const char *at)
{
  size_t n;
  const JsonScan *const *ways = json_scan_ways (&n);
  const char *end = plain_string_of (ways[n - 1], at);

  for (size_t i = 0; i + 1 < n; i++)
    CHECK (plain_string_of (ways[i], at) == end);
  CHECK (json_scan_plain_string (at) == end);
  return end;
}

static const char *
same_container_end (const char *at)
{
  size_t n;
  const JsonScan *const *ways = json_scan_ways (&n);
  const char *end = plain_container_of (ways[n - 1], at);

  for (size_t i = 0; i + 1 < n; i++)
    CHECK (plain_container_of (ways[i], at) == end);
  CHECK (json_scan_plain_container (at) == end);
  return end;
}

static void
the_best_way_is_first_and_plain_c_last (void)
{
  size_t n;
  const JsonScan *const *ways = json_scan_ways (&n);

  CHECK (n >= 1);
  CHECK (json_scan_best == ways[0]);
  CHECK (strcmp (plain_way ()->name, "plain") == 0);
#if defined __x86_64__
  CHECK (strcmp (ways[n - 2]->name, "sse2") == 0);
#elif defined __aarch64__
  CHECK (strcmp (ways[n - 2]->name, "neon") == 0);
#endif
  printf ("# ways:");
  for (size_t i = 0; i < n; i++)
    printf (" %s", ways[i]->name);
  printf ("\n");
}

/* ---- strings ---- */

static bool
ends_plain_string (int byte)
{
  return byte == '"' || byte == '\\' || byte < ' ' || byte >= 0x80;
}

static void
any_byte_at_any_place_of_a_string (void)
{
  char text[2 * BLOCK_BYTES + 3];

  memset (text, 'a', sizeof text);
  for (size_t place = 0; place < sizeof text; place++)
    for (int byte = 0; byte < 256; byte++)
      {
        char *at = place_before_end (text, sizeof text, (place * 5 + (size_t) byte) % BLOCK_BYTES);

        at[place] = (char) byte;
        CHECK (same_string_end (at) == at + (ends_plain_string (byte) ? place : sizeof text));
      }
}

static void
strings_of_any_length_at_any_alignment (void)
{
  static const char stops[] = { '"', '\\', '\n', '\x1f', '\x80', '\xff', '\0' };
  char text[3 * BLOCK_BYTES];

  for (size_t i = 0; i < sizeof text; i++)
    text[i] = " !#~\x7f"[i % 5];
  for (size_t n = 0; n < sizeof text; n++)
    for (size_t n_free = 0; n_free < BLOCK_BYTES; n_free++)
      {
        char *at = place_before_end (text, sizeof text, n_free);

        at[n] = stops[(n + n_free) % sizeof stops];
        CHECK (same_string_end (at) == at + n);
      }
}

static void
strings_without_end_stop_in_the_padding (void)
{
  char text[3 * BLOCK_BYTES];

  memset (text, 'a', sizeof text);
  for (size_t n = 0; n <= sizeof text; n++)
    {
      char *at = place_before_end (text, n, 0);
      CHECK (same_string_end (at) == at + n);
    }
}

/* ---- containers ---- */

static bool
is_one_of (int byte, const char *bytes)
{
  return byte != 0 && strchr (bytes, byte) != NULL;
}

#define GAP_AT    7 /* the blank before the first bracket */
#define STRING_AT 3 /* in the first key */

/* Strings over the borders of blocks, and brackets and quotes that mean nothing in them. */
static const char sample[] =
  "{\"key\": [1, -2.5, \"]}{[:, a string that goes on over the end of the block, and further\"],\n"
  "\t\"other\" : { } , \"last\":[[],{\"\":\"\"},[0]],\"x\":\"0123456789012345678901234567890123456789\"}";

static void
any_byte_at_any_place_of_a_container (void)
{
  const size_t n = strlen (sample);
  char *at = place_before_end (sample, n, 0);

  CHECK (same_container_end (at) == at + n);
  for (size_t place = 1; place < n; place++)
    for (int byte = 0; byte < 256; byte++)
      {
        at = place_before_end (sample, n, (place * 3 + (size_t) byte) % BLOCK_BYTES);
        at[place] = (char) byte;
        const char *end = same_container_end (at);
        if (place == GAP_AT && !is_one_of (byte, "[]{}\""))
          CHECK ((end != NULL) == is_one_of (byte, " \t\n\r+,-.0123456789:"));
        if (place == STRING_AT && byte != '"')
          CHECK ((end != NULL) == !ends_plain_string (byte));
      }
}

static void
containers_at_any_alignment (void)
{
  const size_t n = strlen (sample);

  for (size_t n_free = 0; n_free < 2 * BLOCK_BYTES; n_free++)
    for (size_t n_behind = 0; n_behind < 4; n_behind++)
      {
        char text[sizeof sample + 4];

        memcpy (text, sample, n);
        memcpy (text + n, &"]}\""[3 - n_behind], n_behind);
        char *at = place_before_end (text, n + n_behind, n_free);
        CHECK (same_container_end (at) == at + n);
      }
}

static void
containers_that_are_cut_stop_in_the_padding (void)
{
  for (size_t n = 1; n < strlen (sample); n++)
    {
      char *at = place_before_end (sample, n, 0);
      CHECK (same_container_end (at) == NULL);
    }
}

static void
strings_over_the_borders_of_blocks (void)
{
  char text[6 * BLOCK_BYTES];

  for (size_t n_first = 0; n_first <= 2 * BLOCK_BYTES + 2; n_first++)
    for (size_t n_second = 0; n_second <= BLOCK_BYTES + 2; n_second++)
      {
        char *p = text;

        p = stpcpy (p, "[\"");
        p = (char *) memset (p, '[', n_first) + n_first;
        p = stpcpy (p, "\",\"");
        p = (char *) memset (p, '}', n_second) + n_second;
        p = stpcpy (p, "\"]");
        size_t n = (size_t) (p - text);
        char *at = place_before_end (text, n, n_second % BLOCK_BYTES);
        CHECK (same_container_end (at) == at + n);
        /* Without its last quote. */
        at[n - 2] = ' ';
        CHECK (same_container_end (at) == NULL);
      }
}

static void
depth_is_bounded (void)
{
  char text[TEXT_BYTES_MAX];

  for (size_t depth = 60; depth <= 67; depth++)
    for (size_t n_gap = 0; n_gap < 5; n_gap++)
      for (unsigned pattern = 0; pattern < 8; pattern++)
        {
          char *p = text;

          for (size_t i = 0; i < depth; i++)
            {
              *p++ = pattern >> i % 3 & 1 ? '{' : '[';
              p = (char *) memset (p, ' ', n_gap) + n_gap;
            }
          for (size_t i = depth; i-- > 0;)
            *p++ = pattern >> i % 3 & 1 ? '}' : ']';
          size_t n = (size_t) (p - text);
          char *at = place_before_end (text, n, depth + n_gap);
          CHECK (same_container_end (at) == (depth <= 64 ? at + n : NULL));
          /* The innermost pair does not match. */
          at[n - depth] ^= '[' ^ '{';
          CHECK (same_container_end (at) == NULL);
        }
}

/* ---- what json_token.h says ---- */

static void
check_accepted (const char *at, const char *end, const char *scanned)
{
  unsigned repairs = 0;
  const char *p = at;
  JsonValue value;

  CHECK (scanned <= end);
  CHECK (json_value (&p, end, JSON_STRICT, &repairs, &value) == JSON_OK);
  CHECK (p == scanned);
  CHECK (repairs == 0);
  CHECK (!value.has_escapes);
}

/* Pieces that containers are made of, so that many are whole. */
static size_t
random_container (Prng *prng, char *text, size_t n_max)
{
  static const char *const pieces[] = {
    "\"",     "\"\"",     "\"a\"", "\"k\":",
    "1",      "-2.5",     ",",     " ",
    "\n",     ":",        "[",     "{",
    "\"]}\"", "null",     "\\",    "\"a longer string, with [brackets]\"",
    "\x01",   "\xc3\xa9", "e",     "0123456789012345678901234567890",
  };
  char open[TEXT_BYTES_MAX];
  size_t n = 0, depth = 0;

  for (bool is_first = true; is_first || depth > 0; is_first = false)
    {
      uint64_t choice = prng_below (prng, 40);
      const char *piece = choice < sizeof pieces / sizeof pieces[0] && !is_first ? pieces[choice] : "";

      /* Rarely what breaks it. */
      if (choice < 20
          && strchr ("n\\\x01\xc3"
                     "e",
                     *piece)
               != NULL
          && prng_below (prng, 12) != 0)
        piece = "";
      if (is_first || (choice >= 24 && choice < 31))
        {
          bool is_brace = prng_below (prng, 2) == 0;

          text[n++] = is_brace ? '{' : '[';
          open[depth++] = is_brace;
        }
      else if (choice >= 31 || n + 80 > n_max)
        text[n++] = open[--depth] == (prng_below (prng, 200) != 0) ? '}' : ']';
      if ((*piece == '[' || *piece == '{' || *piece == '"') && piece[1] == '\0' && prng_below (prng, 20) != 0)
        piece = "";
      size_t n_piece = strlen (piece);
      memcpy (text + n, piece, n_piece);
      n += n_piece;
      if (n + 40 > n_max && depth == 0)
        break;
      if (n + depth + 80 > n_max)
        {
          while (depth > 0)
            text[n++] = open[--depth] ? '}' : ']';
          break;
        }
    }
  return n;
}

static void
containers_that_are_accepted_are_json (void)
{
  Prng prng = prng_init (5, 1);
  unsigned n_accepted = 0, n_refused = 0;
  char text[512];

  for (unsigned i = 0; i < 20000; i++)
    {
      size_t n = random_container (&prng, text, i % 8 == 0 ? sizeof text : 200);
      char *at = place_before_end (text, n, i % (2 * BLOCK_BYTES));
      const char *end = same_container_end (at);

      if (end != NULL)
        check_accepted (at, at + n, end);
      n_accepted += end != NULL;
      n_refused += end == NULL;
    }
  printf ("# %u accepted, %u refused\n", n_accepted, n_refused);
  CHECK (n_accepted > 2000 && n_refused > 2000);
}

static void
structural_characters_in_any_order (void)
{
  static const char bytes[] = "\"\"\"[]{}[]{},:0 a\n\\\x01\xe9";
  Prng prng = prng_init (5, 2);
  unsigned n_accepted = 0;
  char text[200];

  for (unsigned i = 0; i < 60000; i++)
    {
      /* The last ones, which end everything, are not in every text. */
      size_t n = 1 + (size_t) prng_below (&prng, i % 2 == 0 ? 12 : sizeof text);
      size_t n_kinds = i % 3 == 0 ? sizeof bytes - 1 : sizeof bytes - 5;

      text[0] = i % 2 == 0 ? '[' : '{';
      for (size_t k = 1; k < n; k++)
        text[k] = bytes[prng_below (&prng, n_kinds)];
      char *at = place_before_end (text, n, i % BLOCK_BYTES);
      const char *end = same_container_end (at);
      if (end != NULL)
        check_accepted (at, at + n, end);
      n_accepted += end != NULL;
      CHECK (same_string_end (at) >= at);
    }
  CHECK (n_accepted > 1000);
}

static void
strings_that_are_accepted_are_json (void)
{
  Prng prng = prng_init (5, 3);
  unsigned n_accepted = 0;
  char text[200];

  for (unsigned i = 0; i < 20000; i++)
    {
      size_t n = 2 + (size_t) prng_below (&prng, sizeof text - 2);

      text[0] = '"';
      for (size_t k = 1; k < n; k++)
        text[k] =
          prng_below (&prng, 60) == 0 ? (char) prng_below (&prng, 256) : "ab[{:, \"~"[prng_below (&prng, 9)];
      char *at = place_before_end (text, n, i % BLOCK_BYTES);
      const char *end = same_string_end (at + 1);
      if (*end == '"')
        check_accepted (at, at + n, end + 1);
      n_accepted += *end == '"';
    }
  CHECK (n_accepted > 10000);
}

/* ---- numbers ---- */

/* Of any number and value, before any other byte, at the end of the page. */
static void
digits_are_counted_and_read (void)
{
  Prng prng = prng_init (5, 4);

  for (size_t n = 0; n <= 24; n++)
    for (unsigned i = 0; i < 2560; i++)
      {
        char text[40];
        uint64_t expected = 0, number;
        int behind = (int) (i % 256);

        for (size_t k = 0; k < n; k++)
          {
            text[k] = (char) ('0' + (i % 3 == 0 ? 9 : prng_below (&prng, 10)));
            expected = expected * 10 + (uint64_t) (text[k] - '0');
          }
        text[n] = (char) behind;
        memset (text + n + 1, i % 2 == 0 ? '5' : behind, 12);
        if (behind >= '0' && behind <= '9')
          continue;

        char *at = place_before_end (text, n + i % 13, 0);
        const char *p = at;
        unsigned n_read = json_scan_digits (&p, &number);
        CHECK (n_read == n && p == at + n);
        CHECK (n > 18 || number == expected);
        unsigned n_first = json_scan_8_digits (at, &number);
        CHECK (n_first == (n < 8 ? n : 8));
      }
}

/* ---- expected runs ---- */

static void
leads_are_compared_to_their_end (void)
{
  char text[JSON_LEAD_BYTES], other[JSON_LEAD_BYTES];
  JsonLead lead, longer;

  for (size_t i = 0; i < sizeof text; i++)
    text[i] = (char) (i * 5 + 1);
  for (size_t n = 0; n <= JSON_LEAD_BYTES; n++)
    {
      json_lead_set (&lead, text, n);
      CHECK (json_lead_equals (&lead, text, n));
      CHECK (n == 0 || !json_lead_equals (&lead, text, n - 1));
      for (size_t n_free = 0; n_free < BLOCK_BYTES; n_free += 7)
        {
          CHECK (json_lead_is (place_before_end (text, n, n_free), &lead));
          CHECK (json_lead_is (place_before_end (text, sizeof text, n_free), &lead));
          CHECK (n == 0 || !json_lead_is (place_before_end (text, n - 1, n_free), &lead));
        }
      for (size_t place = 0; place < JSON_LEAD_BYTES; place++)
        {
          memcpy (other, text, sizeof text);
          other[place] ^= (char) (1 << place % 8);
          CHECK (json_lead_is (place_before_end (other, sizeof other, 0), &lead) == (place >= n));
          CHECK (json_lead_equals (&lead, other, n) == (place >= n));
        }
      if (n < JSON_LEAD_BYTES)
        {
          json_lead_set (&longer, text, n + 1);
          CHECK (!json_lead_equals (&longer, text, n));
        }
    }
}

int
main (void)
{
  static const struct
  {
    const char *name;
    void (*run) (void);
  } tests[] = {
#define TEST(function) { #function, function }
    TEST (the_best_way_is_first_and_plain_c_last),
    TEST (any_byte_at_any_place_of_a_string),
    TEST (strings_of_any_length_at_any_alignment),
    TEST (strings_without_end_stop_in_the_padding),
    TEST (any_byte_at_any_place_of_a_container),
    TEST (containers_at_any_alignment),
    TEST (containers_that_are_cut_stop_in_the_padding),
    TEST (strings_over_the_borders_of_blocks),
    TEST (depth_is_bounded),
    TEST (containers_that_are_accepted_are_json),
    TEST (structural_characters_in_any_order),
    TEST (strings_that_are_accepted_are_json),
    TEST (digits_are_counted_and_read),
    TEST (leads_are_compared_to_their_end),
  };
  const size_t n = sizeof tests / sizeof tests[0];

  make_pages ();
  printf ("1..%zu\n", n);
  for (size_t i = 0; i < n; i++)
    {
      tests[i].run ();
      printf ("ok %zu /json_scan/%s\n", i + 1, tests[i].name);
      fflush (stdout);
    }
  return EXIT_SUCCESS;
}
