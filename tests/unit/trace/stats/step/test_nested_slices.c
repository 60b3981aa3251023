/* SPDX-License-Identifier: Apache-2.0
 *
 * Which slices are around a slice, also where slices cross. */

#include "trace/stats/step/nested_slices.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/opened_text.h"

#define ROUNDS     60
#define N_MARKS    8
#define SLICES_MAX 64

/* What the walk said of one slice. */
typedef struct
{
  char letter;
  int64_t begin_ns, end_ns;
  uint8_t above;
} Visit;

typedef struct
{
  GString *json;
  const Profile *profile;
  Visit visits[SLICES_MAX];
  size_t n;
} Story;

static void
story_init (Story *story)
{
  *story = (Story){ .json = g_string_new ("{\"schemaVersion\":1,\"traceEvents\":[{}") };
}

/* The letter is the name; each letter has a mark of its own. */
static void
add (Story *story, const char *category, char letter, int begin_us, int dur_us)
{
  g_string_append_printf (
    story->json, ",{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%c\",\"pid\":1,\"tid\":1,\"ts\":%d,\"dur\":%d}",
    category, letter, begin_us, dur_us);
}

static uint8_t
mark_of (char letter)
{
  return (uint8_t) (1u << (letter - 'a'));
}

static uint8_t
visit (uint64_t slice, uint8_t above, void *visit_data)
{
  Story *story = visit_data;
  const SliceColumns *slices = trace_slices (story->profile->trace);
  char letter = trace_string (story->profile->trace, slice_name (slices, slice), NULL)[0];

  g_assert_cmpuint (story->n, <, SLICES_MAX);
  story->visits[story->n++] = (Visit){
    .letter = letter,
    .begin_ns = slice_start_ns (slices, slice),
    .end_ns = slice_end_ns (slices, slice),
    .above = above,
  };
  return mark_of (letter);
}

/* Walks all tracks of the thread, annotations before operators. */
static void
walk (Story *story)
{
  static const TrackKind order[] = { TRACK_ANNOTATIONS, TRACK_OPERATORS };
  uint32_t tracks[G_N_ELEMENTS (order)];
  size_t n = 0;

  g_string_append (story->json, "]}");
  story->profile = opened_text ("nested.json", story->json->str, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (order); i++)
    for (uint32_t t = 0; t < trace_n_tracks (story->profile->trace); t++)
      if (trace_track (story->profile->trace, t)->kind == order[i])
        {
          g_assert_cmpuint (n, <, G_N_ELEMENTS (tracks));
          tracks[n++] = t;
        }
  g_assert_true (nested_slices_walk (&(NestedSlices){
    .trace = story->profile->trace,
    .tracks = tracks,
    .n_tracks = n,
    .visit = visit,
    .visit_data = story,
  }));
}

static void
story_clear (Story *story)
{
  profile_unref (story->profile);
  g_string_free (story->json, TRUE);
}

/* The letters of the slices around the one slice of that letter: "ab". Free with g_free (). */
static char *
around (const Story *story, char letter)
{
  GString *text = g_string_new (NULL);

  for (size_t i = 0; i < story->n; i++)
    for (unsigned m = 0; story->visits[i].letter == letter && m < N_MARKS; m++)
      if (story->visits[i].above & 1u << m)
        g_string_append_c (text, (char) ('a' + m));
  return g_string_free (text, FALSE);
}

#define CHECK_AROUND(story, letter, expected)          \
  do                                                   \
    {                                                  \
      g_autofree char *found = around (story, letter); \
      g_assert_cmpstr (found, ==, expected);           \
    }                                                  \
  while (0)

static void
test_marks_are_those_of_all_slices_around (void)
{
  Story story;

  story_init (&story);
  add (&story, "user_annotation", 'a', 0, 100);
  add (&story, "cpu_op", 'b', 0, 100);
  add (&story, "cpu_op", 'c', 10, 20);
  add (&story, "cpu_op", 'd', 30, 0);
  add (&story, "cpu_op", 'e', 100, 10);
  walk (&story);
  CHECK_AROUND (&story, 'a', "");
  CHECK_AROUND (&story, 'b', "a");
  CHECK_AROUND (&story, 'c', "ab");
  CHECK_AROUND (&story, 'd', "ab");
  CHECK_AROUND (&story, 'e', "");
  story_clear (&story);
}

static void
test_a_slice_that_ends_later_is_not_inside (void)
{
  Story story;

  story_init (&story);
  add (&story, "cpu_op", 'a', 0, 10);
  add (&story, "cpu_op", 'b', 5, 10);
  add (&story, "cpu_op", 'c', 11, 1);
  add (&story, "cpu_op", 'd', 6, 2);
  walk (&story);
  CHECK_AROUND (&story, 'a', "");
  CHECK_AROUND (&story, 'b', "");
  CHECK_AROUND (&story, 'c', "b");
  CHECK_AROUND (&story, 'd', "ab");
  story_clear (&story);
}

/* Against the definition, slice by slice. Slices with equal times and empty ones are frequent. */
static void
test_random_slices_agree_with_the_definition (void)
{
  GRand *random = g_rand_new_with_seed (11);
  size_t n_around = 0;

  for (int round = 0; round < ROUNDS; round++)
    {
      Story story;
      int n = g_rand_int_range (random, 1, SLICES_MAX);

      story_init (&story);
      for (int i = 0; i < n; i++)
        add (&story, g_rand_boolean (random) ? "user_annotation" : "cpu_op",
             (char) ('a' + g_rand_int_range (random, 0, N_MARKS)), g_rand_int_range (random, 0, 40),
             g_rand_int_range (random, 0, 30));
      walk (&story);
      g_assert_cmpuint (story.n, ==, (size_t) n);
      for (size_t i = 0; i < story.n; i++)
        {
          const Visit *inner = &story.visits[i];
          uint8_t above = 0;

          for (size_t k = 0; k < i; k++)
            {
              const Visit *outer = &story.visits[k];

              g_assert_cmpint (outer->begin_ns, <=, inner->begin_ns);
              g_assert_true (outer->begin_ns < inner->begin_ns || outer->end_ns >= inner->end_ns);
              if (outer->end_ns >= inner->end_ns && outer->end_ns > inner->begin_ns)
                above |= mark_of (outer->letter);
            }
          g_assert_cmpuint (inner->above, ==, above);
          n_around += above != 0;
        }
      story_clear (&story);
    }
  g_assert_cmpuint (n_around, >, ROUNDS);
  g_rand_free (random);
}

#define TEST(name) g_test_add_func ("/nested_slices/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (marks_are_those_of_all_slices_around);
  TEST (a_slice_that_ends_later_is_not_inside);
  TEST (random_slices_agree_with_the_definition);
  return g_test_run ();
}
