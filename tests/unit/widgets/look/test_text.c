/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "widgets/look/text.h"

#define WIDTH_PX  200
#define HEIGHT_PX 40

/* A white canvas. */
typedef struct
{
  TextCache *text;
  cairo_surface_t *surface;
  cairo_t *cr;
} Canvas;

static void
canvas_set_up (Canvas *canvas, gconstpointer data)
{
  (void) data;
  canvas->text = text_cache_new (NULL, 1);
  canvas->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH_PX, HEIGHT_PX);
  canvas->cr = cairo_create (canvas->surface);
  theme_set_source (canvas->cr, 0xffffff);
  cairo_paint (canvas->cr);
}

static void
canvas_tear_down (Canvas *canvas, gconstpointer data)
{
  (void) data;
  cairo_destroy (canvas->cr);
  cairo_surface_destroy (canvas->surface);
  text_cache_free (canvas->text);
}

/* The leftmost and rightmost column that is not white; false: all are. */
static bool
ink_span (Canvas *canvas, int *ret_left, int *ret_right)
{
  const unsigned char *data = cairo_image_surface_get_data (canvas->surface);
  int stride = cairo_image_surface_get_stride (canvas->surface);
  bool found = false;

  cairo_surface_flush (canvas->surface);
  for (int x = 0; x < WIDTH_PX; x++)
    for (int y = 0; y < HEIGHT_PX; y++)
      if (memcmp (data + y * stride + 4 * x, "\xff\xff\xff", 3) != 0)
        {
          if (!found)
            *ret_left = x;
          *ret_right = x;
          found = true;
        }
  return found;
}

static double
fitted (Canvas *canvas, TextAlign align, TextFit fit, double x_px, double max_width_px, const char *text)
{
  return text_draw_fitted (canvas->text, canvas->cr, TEXT_CAPTION, 0, align, fit, x_px, HEIGHT_PX / 2,
                           max_width_px, text);
}

static void
test_digits_are_equally_wide (Canvas *canvas, gconstpointer data)
{
  (void) data;
  for (int role = 0; role < N_TEXT_ROLES; role++)
    {
      double zeros = text_width_px (canvas->text, (TextRole) role, "00000000");

      for (char digit = '1'; digit <= '9'; digit++)
        {
          char digits[9] = { 0 };

          memset (digits, digit, 8);
          g_assert_cmpfloat (text_width_px (canvas->text, (TextRole) role, digits), ==, zeros);
        }
    }
}

static void
test_sizes_follow_the_scale (Canvas *canvas, gconstpointer data)
{
  TextCache *twice = text_cache_new (NULL, 2);

  (void) data;
  g_assert_cmpfloat (text_cache_scale (twice), ==, 2);
  for (int role = 0; role < N_TEXT_ROLES; role++)
    {
      double ratio = text_height_px (twice, (TextRole) role) / text_height_px (canvas->text, (TextRole) role);
      g_assert_cmpfloat_with_epsilon (ratio, 2, 0.02);
    }
  g_assert_cmpfloat (text_height_px (canvas->text, TEXT_FIGURE), >, text_height_px (canvas->text, TEXT_BODY));
  g_assert_cmpfloat (text_height_px (canvas->text, TEXT_CAPTION), >=, 12);
  text_cache_free (twice);
}

static void
test_alignment_is_at_the_place_given (Canvas *canvas, gconstpointer data)
{
  static const TextAlign aligns[] = { TEXT_LEFT, TEXT_CENTER, TEXT_RIGHT };
  double width = text_width_px (canvas->text, TEXT_BODY, "HHHHH");

  (void) data;
  for (size_t i = 0; i < G_N_ELEMENTS (aligns); i++)
    {
      int left = -1, right = -1;

      theme_set_source (canvas->cr, 0xffffff);
      cairo_paint (canvas->cr);
      text_draw (canvas->text, canvas->cr, TEXT_BODY, 0, aligns[i], 100, HEIGHT_PX / 2, "HHHHH");
      g_assert_true (ink_span (canvas, &left, &right));
      double begin = 100 - width * (double) i / 2;
      g_assert_cmpfloat (fabs (left - begin), <, 3);
      g_assert_cmpfloat (fabs (right + 1 - (begin + width)), <, 3);
    }
}

static void
test_what_fits_is_left_whole (Canvas *canvas, gconstpointer data)
{
  double width = text_width_px (canvas->text, TEXT_CAPTION, "vectorized");

  (void) data;
  g_assert_cmpfloat (fitted (canvas, TEXT_LEFT, TEXT_MIDDLE, 0, width, "vectorized"), ==, width);
  g_assert_cmpfloat (fitted (canvas, TEXT_LEFT, TEXT_CLIP, 0, width, "vectorized"), ==, width);
  g_assert_cmpfloat (fitted (canvas, TEXT_LEFT, TEXT_MIDDLE, 0, width - 1, "vectorized"), <, width);
}

static void
test_cut_texts_fill_their_width_and_no_more (Canvas *canvas, gconstpointer data)
{
  char *longest = g_strnfill (5160, 'n');

  (void) data;
  for (int width = 20; width < WIDTH_PX - 10; width += 7)
    {
      int left = -1, right = -1;
      double drawn;

      theme_set_source (canvas->cr, 0xffffff);
      cairo_paint (canvas->cr);
      drawn = fitted (canvas, TEXT_LEFT, TEXT_MIDDLE, 5, width, longest);
      g_assert_cmpfloat (drawn, <=, width);
      g_assert_cmpfloat (drawn, >, width - 20);
      g_assert_true (ink_span (canvas, &left, &right));
      g_assert_cmpint (left, >=, 4);
      g_assert_cmpint (right, <=, 5 + width);
    }
  g_free (longest);
}

static void
test_both_ends_of_a_cut_text_are_seen (Canvas *canvas, gconstpointer data)
{
  /* "M" at the ends is wider than the "i"s between them: the ink of a cut text depends on what is kept. */
  double whole = text_width_px (canvas->text, TEXT_CAPTION, "MMM\u2026MM");
  double cut = fitted (canvas, TEXT_LEFT, TEXT_MIDDLE, 0, whole, "MMMMMMMMMMMMMMMMMMMM");

  (void) data;
  g_assert_cmpfloat (cut, ==, whole);
}

static void
test_nothing_is_drawn_where_not_even_dots_fit (Canvas *canvas, gconstpointer data)
{
  int left, right;

  (void) data;
  g_assert_cmpfloat (fitted (canvas, TEXT_LEFT, TEXT_MIDDLE, 50, 3, "vectorized"), ==, 0);
  g_assert_cmpfloat (fitted (canvas, TEXT_LEFT, TEXT_CLIP, 50, 0, "vectorized"), ==, 0);
  g_assert_cmpfloat (fitted (canvas, TEXT_LEFT, TEXT_CLIP, 50, -8, "vectorized"), ==, 0);
  g_assert_cmpfloat (fitted (canvas, TEXT_LEFT, TEXT_CLIP, 50, NAN, "vectorized"), ==, 0);
  g_assert_false (ink_span (canvas, &left, &right));
}

static void
test_clipped_texts_end_at_the_edge (Canvas *canvas, gconstpointer data)
{
  static const TextAlign aligns[] = { TEXT_LEFT, TEXT_CENTER, TEXT_RIGHT };

  (void) data;
  for (size_t i = 0; i < G_N_ELEMENTS (aligns); i++)
    {
      int left = -1, right = -1;

      theme_set_source (canvas->cr, 0xffffff);
      cairo_paint (canvas->cr);
      fitted (canvas, aligns[i], TEXT_CLIP, 50 + 30 * (double) i, 60, "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW");
      g_assert_true (ink_span (canvas, &left, &right));
      g_assert_cmpint (left, >=, 50);
      g_assert_cmpint (left, <=, 52);
      g_assert_cmpint (right, ==, 109);
    }
}

static void
test_texts_of_files_are_shown_on_one_line (Canvas *canvas, gconstpointer data)
{
  double one_line = text_height_px (canvas->text, TEXT_BODY);

  (void) data;
  g_assert_cmpfloat (text_width_px (canvas->text, TEXT_BODY, "a\nb"), ==,
                     text_width_px (canvas->text, TEXT_BODY, "a b"));
  g_assert_cmpfloat (text_width_px (canvas->text, TEXT_BODY, "a\x1b\u202e\u2028z"), ==,
                     text_width_px (canvas->text, TEXT_BODY, "a   z"));
  g_assert_cmpfloat (text_width_px (canvas->text, TEXT_BODY, "<b>x</b>"), >,
                     text_width_px (canvas->text, TEXT_BODY, "x"));
  g_assert_cmpfloat (text_draw_wrapped (canvas->text, NULL, TEXT_BODY, 0, 0, 0, 1000, 4, "a\nb"), <,
                     1.5 * one_line);
  text_draw (canvas->text, canvas->cr, TEXT_BODY, 0, TEXT_LEFT, 0, 20, "bad \xff\xfe\xc3 bytes");
  g_assert_cmpfloat (fitted (canvas, TEXT_LEFT, TEXT_MIDDLE, 0, 40, "bad \xff\xfe\xc3 bytes \xe2\x82"), <=,
                     40);
  g_assert_cmpint (cairo_status (canvas->cr), ==, CAIRO_STATUS_SUCCESS);
}

/* The last byte begins a character of several bytes, which would reach past the end of the text. */
static void
test_bytes_of_files_end_where_the_text_does (Canvas *canvas, gconstpointer data)
{
  static const char *const ends[] = { "\xf0", "\xfc", "\xe2\x82", "\xf0 \xfd" };

  (void) data;
  for (size_t i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *digits = g_strconcat ("00000000000000000000", ends[i], NULL);
      g_autofree char *hebrew = g_strconcat ("שששששששששששששששששששש", ends[i], NULL);

      g_assert_cmpfloat (fitted (canvas, TEXT_LEFT, TEXT_CLIP, 0, 40, digits), ==, 40);
      g_assert_cmpfloat (fitted (canvas, TEXT_LEFT, TEXT_CLIP, 0, 40, hebrew), ==, 40);
    }
}

static void
test_paragraphs_have_at_most_their_lines (Canvas *canvas, gconstpointer data)
{
  char *longest = g_strnfill (100000, 'n');
  double one = text_draw_wrapped (canvas->text, NULL, TEXT_MONOSPACE, 0, 0, 0, 180, 4, "short");
  double four = text_draw_wrapped (canvas->text, canvas->cr, TEXT_MONOSPACE, 0, 0, 0, 180, 4, longest);

  (void) data;
  g_assert_cmpfloat (four, >, 3.5 * one);
  g_assert_cmpfloat (four, <, 4.5 * one);
  g_free (longest);
}

static void
test_the_cache_forgets_the_oldest (Canvas *canvas, gconstpointer data)
{
  double first = text_width_px (canvas->text, TEXT_CAPTION, "kernel 0");

  (void) data;
  for (int i = 0; i < 6000; i++)
    {
      char name[32];

      g_snprintf (name, sizeof name, "kernel %d", i);
      text_width_px (canvas->text, TEXT_CAPTION, name);
    }
  g_assert_cmpfloat (text_width_px (canvas->text, TEXT_CAPTION, "kernel 0"), ==, first);
  g_assert_cmpfloat (text_width_px (canvas->text, TEXT_CAPTION, "kernel 5999"), >, first);
}

/* ---- stamps ---- */

static TextGround
ground_of (Canvas *canvas)
{
  cairo_surface_flush (canvas->surface);
  return (TextGround){
    .pixels = (uint32_t *) (void *) cairo_image_surface_get_data (canvas->surface),
    .stride = cairo_image_surface_get_stride (canvas->surface) / 4,
    .right = WIDTH_PX,
    .bottom = HEIGHT_PX,
    .scale = 1,
  };
}

static void
paint (Canvas *canvas, Rgb colour)
{
  theme_set_source (canvas->cr, colour);
  cairo_paint (canvas->cr);
}

/* By how much a channel of a pixel differs at most. */
static int
most_different (Canvas *canvas, const uint32_t *kept)
{
  TextGround ground = ground_of (canvas);
  int most = 0;

  for (int y = 0; y < HEIGHT_PX; y++)
    for (int x = 0; x < WIDTH_PX; x++)
      for (int shift = 0; shift < 24; shift += 8)
        {
          int one = (int) (ground.pixels[y * ground.stride + x] >> shift & 0xff);
          int other = (int) (kept[y * WIDTH_PX + x] >> shift & 0xff);

          most = MAX (most, ABS (one - other));
        }
  return most;
}

static void
keep (Canvas *canvas, uint32_t *kept)
{
  TextGround ground = ground_of (canvas);

  for (int y = 0; y < HEIGHT_PX; y++)
    memcpy (kept + y * WIDTH_PX, ground.pixels + y * ground.stride, WIDTH_PX * sizeof *kept);
}

static void
test_stamps_look_as_cairo_draws (Canvas *canvas, gconstpointer data)
{
  (void) data;
  static const char *const texts[] = {
    "ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_64x3_tn",
    "3,52\u202fµs",
    "i",
    "",
    "כפל מטריצות",
    "Größe – Ω (float)",
    "a\xff\tb",
  };
  uint32_t *kept = g_new (uint32_t, WIDTH_PX * HEIGHT_PX);
  int n_inked = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    for (int align = TEXT_LEFT; align <= TEXT_RIGHT; align++)
      for (int room_px = 0; room_px <= WIDTH_PX; room_px += 23)
        {
          double x_px = 2.3 + align * 97.0, y_px = 19.6;

          if (!text_can_stamp (texts[i]))
            continue;
          paint (canvas, 0x44b58f);
          double drawn_px = text_draw_fitted (canvas->text, canvas->cr, TEXT_CAPTION, 0x102030,
                                              (TextAlign) align, TEXT_CLIP, x_px, y_px, room_px, texts[i]);
          keep (canvas, kept);
          paint (canvas, 0x44b58f);
          n_inked += most_different (canvas, kept) > 100;
          TextGround ground = ground_of (canvas);
          double stamped_px = text_stamp_fitted (canvas->text, &ground, TEXT_CAPTION, 0x102030,
                                                 (TextAlign) align, x_px, y_px, room_px, texts[i]);
          cairo_surface_mark_dirty (canvas->surface);
          g_assert_cmpfloat (stamped_px, ==, drawn_px);
          /* Of a cut glyph Cairo draws a part of a pixel, at either edge of the room. */
          if (drawn_px >= room_px)
            for (int y = 0; y < HEIGHT_PX; y++)
              for (int edge = 0; edge < 2; edge++)
                {
                  int x = (int) lround (x_px - align * room_px / 2.0) + edge * room_px;

                  for (int k = MAX (x - 1, 0); k <= MIN (x, WIDTH_PX - 1); k++)
                    kept[y * WIDTH_PX + k] = ground.pixels[y * ground.stride + k];
                }
          g_assert_cmpint (most_different (canvas, kept), <=, 2);
        }
  g_assert_cmpint (n_inked, >, 80);
  g_free (kept);
}

static void
test_stamps_stay_in_their_part (Canvas *canvas, gconstpointer data)
{
  (void) data;
  uint32_t kept[WIDTH_PX * HEIGHT_PX];
  int n_inked = 0;

  for (int part = 0; part < 200; part++)
    {
      paint (canvas, 0xffffff);
      TextGround ground = ground_of (canvas);
      ground.left = g_test_rand_int_range (-10, WIDTH_PX);
      ground.right = g_test_rand_int_range (ground.left, WIDTH_PX) + 1;
      ground.left = MAX (ground.left, 0);
      ground.top = g_test_rand_int_range (0, HEIGHT_PX);
      ground.bottom = g_test_rand_int_range (ground.top, HEIGHT_PX) + 1;
      text_stamp_fitted (canvas->text, &ground, TEXT_BODY, 0, TEXT_LEFT, g_test_rand_double_range (-300, 300),
                         g_test_rand_double_range (-20, 60), 1e6,
                         "a text that is longer than the canvas is wide");
      cairo_surface_mark_dirty (canvas->surface);
      keep (canvas, kept);
      for (int y = 0; y < HEIGHT_PX; y++)
        for (int x = 0; x < WIDTH_PX; x++)
          if ((kept[y * WIDTH_PX + x] & 0xffffff) != 0xffffff)
            {
              g_assert_cmpint (x, >=, ground.left);
              g_assert_cmpint (x, <, ground.right);
              g_assert_cmpint (y, >=, ground.top);
              g_assert_cmpint (y, <, ground.bottom);
              n_inked++;
            }
    }
  g_assert_cmpint (n_inked, >, 1000);
}

static void
test_cut_stamps_end_at_the_edge (Canvas *canvas, gconstpointer data)
{
  (void) data;
  TextGround ground = ground_of (canvas);
  int left = 0, right = 0;

  text_stamp_fitted (canvas->text, &ground, TEXT_BODY, 0, TEXT_LEFT, 10, 20, 50,
                     "WWWWWWWWWWWWWWWWWWWWWWWWWW");
  cairo_surface_mark_dirty (canvas->surface);
  g_assert_true (ink_span (canvas, &left, &right));
  g_assert_cmpint (left, >=, 10);
  g_assert_cmpint (right, <, 60);
  g_assert_cmpint (right, >, 55);
}

static void
test_pictographs_are_not_stamped (Canvas *canvas, gconstpointer data)
{
  (void) canvas;
  (void) data;
  g_assert_true (text_can_stamp ("aten::addmm"));
  g_assert_true (text_can_stamp ("3,52\u202fµs – …"));
  g_assert_true (text_can_stamp ("Übergröße כפל 矩阵 한국어"));
  g_assert_false (text_can_stamp ("step \U0001f680"));
  g_assert_false (text_can_stamp ("\u231a"));
  g_assert_false (text_can_stamp ("\u2764\ufe0f"));
  g_assert_false (text_can_stamp ("1\ufe0f\u20e3"));
}

static void
test_stamps_take_bounded_memory (Canvas *canvas, gconstpointer data)
{
  (void) data;
  const size_t most = (size_t) 64 << 20;
  TextGround ground = ground_of (canvas);
  size_t before = 0, n_dropped = 0;

  ground.scale = 2;
  for (int i = 0; i < 150; i++)
    {
      char *text = g_strdup_printf ("%0400d", i);

      g_assert_cmpfloat (
        text_stamp_fitted (canvas->text, &ground, TEXT_FIGURE, 0, TEXT_LEFT, 0, 20, 1e6, text), >, 0);
      n_dropped += text_cache_stamp_bytes (canvas->text) <= before;
      before = text_cache_stamp_bytes (canvas->text);
      g_assert_cmpuint (before, >, 0);
      g_assert_cmpuint (before, <, most + (most >> 4));
      g_free (text);
    }
  g_assert_cmpuint (before, >, most / 2);
  g_assert_cmpuint (n_dropped, >, 0);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*run) (Canvas *canvas, gconstpointer data);
  } tests[] = {
    { "/text/digits_are_equally_wide", test_digits_are_equally_wide },
    { "/text/sizes_follow_the_scale", test_sizes_follow_the_scale },
    { "/text/alignment_is_at_the_place_given", test_alignment_is_at_the_place_given },
    { "/text/what_fits_is_left_whole", test_what_fits_is_left_whole },
    { "/text/cut_texts_fill_their_width_and_no_more", test_cut_texts_fill_their_width_and_no_more },
    { "/text/both_ends_of_a_cut_text_are_seen", test_both_ends_of_a_cut_text_are_seen },
    { "/text/nothing_is_drawn_where_not_even_dots_fit", test_nothing_is_drawn_where_not_even_dots_fit },
    { "/text/clipped_texts_end_at_the_edge", test_clipped_texts_end_at_the_edge },
    { "/text/texts_of_files_are_shown_on_one_line", test_texts_of_files_are_shown_on_one_line },
    { "/text/bytes_of_files_end_where_the_text_does", test_bytes_of_files_end_where_the_text_does },
    { "/text/paragraphs_have_at_most_their_lines", test_paragraphs_have_at_most_their_lines },
    { "/text/the_cache_forgets_the_oldest", test_the_cache_forgets_the_oldest },
    { "/text/stamps_look_as_cairo_draws", test_stamps_look_as_cairo_draws },
    { "/text/stamps_stay_in_their_part", test_stamps_stay_in_their_part },
    { "/text/cut_stamps_end_at_the_edge", test_cut_stamps_end_at_the_edge },
    { "/text/pictographs_are_not_stamped", test_pictographs_are_not_stamped },
    { "/text/stamps_take_bounded_memory", test_stamps_take_bounded_memory },
  };

  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Canvas, NULL, canvas_set_up, tests[i].run, canvas_tear_down);
  return g_test_run ();
}
