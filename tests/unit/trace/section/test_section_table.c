/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <glib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "tests/unit/trace/section/section_image.h"
#include "trace/text/trace_error.h"

/* Each way in which a table whose hash is right can still be impossible. */
static void
impossible_tables_are_refused (void)
{
  static const char table_damaged[] =
    "file: its table of sections is damaged. Open the source file again, or convert it again.";
  static const char header_damaged[] =
    "file: its header is damaged. Open the source file again, or convert it again.";

  for (unsigned lie = 0;; lie++)
    {
      g_auto (SectionImage) image = section_image_new (100);
      SectionFileHeader *header = section_image_header (image);
      SectionEntry *strings = section_image_entry (image, I_STRINGS),
                   *start = section_image_entry (image, I_START);
      const char *message = table_damaged;

      switch (lie)
        {
        case 0: /* not aligned */
          strings->at += 32;
          break;
        case 1: /* in the header */
          strings->at = 64;
          break;
        case 2: /* two in one place */
          strings->at = start->at;
          break;
        case 3: /* one within another */
          section_image_entry (image, I_NAME)->stored_bytes += 64;
          section_image_entry (image, I_NAME)->raw_bytes += 64;
          break;
        case 4: /* an empty one within another */
          section_image_entry (image, I_HEALTH)->at = section_image_entry (image, I_NAME)->at + 64;
          break;
        case 5: /* over the table */
          section_image_entry (image, I_FLOWS)->stored_bytes =
            image.n - section_image_entry (image, I_FLOWS)->at;
          break;
        case 6: /* over the end */
          strings->stored_bytes = strings->raw_bytes = image.n - strings->at + 1;
          break;
        case 7: /* around the end of numbers */
          strings->stored_bytes = strings->raw_bytes = UINT64_MAX - strings->at + 1 + 100;
          break;
        case 8: /* around the end of numbers, with a place that is aligned */
          strings->at = UINT64_MAX - 63;
          strings->stored_bytes = strings->raw_bytes = 64 + 128;
          break;
        case 9: /* raw, but another size */
          strings->raw_bytes = 4;
          break;
        case 10: /* one id twice */
          start->id = section_image_entry (image, I_NAME)->id;
          break;
        case 11: /* not ascending */
          start->id = SECTION_LOD;
          break;
        case 12: /* a frame that says it holds 2^60 bytes */
          section_image_entry (image, I_FLOWS)->raw_bytes = UINT64_C (1) << 60;
          break;
        case 13: /* the table where it cannot be */
          header->table_at = image.n - 8;
          message = header_damaged;
          break;
        case 14:
          header->table_at = UINT64_MAX - 7;
          message = header_damaged;
          break;
        case 15:
          header->table_at = 120;
          message = header_damaged;
          break;
        case 16:
          header->table_at += 4;
          message = header_damaged;
          break;
        case 17: /* more sections than a file may have */
          header->n_sections = SECTION_FILE_MAX_SECTIONS + 1;
          message = header_damaged;
          break;
        case 18:
          header->n_sections = UINT32_MAX;
          message = header_damaged;
          break;
        case 19: /* within the file, but with bytes of a section for entries */
          header->n_sections += 1;
          header->table_at -= 48;
          break;
        default:
          g_assert_cmpuint (lie, ==, 20);
          return;
        }
      section_image_seal (image);
      section_image_assert_refused (image, TRACE_ERROR_DAMAGED, message);
    }
}

/* Whatever a table that is believed says, nothing is read that is not there. */
static void
random_tables_do_no_harm (void)
{
  static const uint64_t numbers[] = {
    0, 1, 63, 64, 128, 192, 256, 4096, 1u << 20, UINT32_MAX, INT64_MAX, UINT64_MAX, UINT64_MAX - 63
  };
  g_auto (SectionImage) image = section_image_new (100);
  g_autofree uint8_t *original = g_memdup2 (image.bytes, image.n);
  GRand *random = g_rand_new_with_seed (5);
  unsigned n_opened = 0;

  for (unsigned round = 0; round < 6000; round++)
    {
      memcpy (image.bytes, original, image.n);
      for (int n = g_rand_int_range (random, 1, 4); n > 0; n--)
        {
          bool in_header = g_rand_int_range (random, 0, 5) == 0;
          uint64_t *words = in_header ? (uint64_t *) (void *) (image.bytes + 8)
                                      : (uint64_t *) (void *) section_image_entry (image, 0);
          uint64_t *word = &words[g_rand_int_range (random, 0, in_header ? 5 : 6 * N_SECTIONS)];

          if (g_rand_boolean (random))
            *word += (uint64_t) (int64_t) g_rand_int_range (random, -3, 4) * 64;
          else
            *word = numbers[g_rand_int_range (random, 0, G_N_ELEMENTS (numbers))];
          if (section_image_header (image)->table_at % 8 != 0
              || section_image_header (image)->table_at > image.n
              || image.n - section_image_header (image)->table_at < N_SECTIONS * sizeof (SectionEntry))
            break;
        }
      section_image_seal (image);

      SectionMap *map = section_image_open (image.bytes, image.n, NULL);
      if (map == NULL)
        continue;
      n_opened++;
      g_autoptr (GString) names = g_string_new (NULL);
      g_assert_true (section_map_verify (map, NULL, section_image_note_damage, names));
      for (uint32_t i = 0; i < section_map_n_sections (map); i++)
        {
          const void *bytes;
          void *owned;
          uint64_t n;

          section_map_array (map, section_map_entry (map, i)->id, 8, &bytes, &n);
          if (section_map_decode (map, section_map_entry (map, i)->id, "file", &bytes, &n, &owned, NULL))
            {
              g_assert_cmpuint (n, ==, section_map_entry (map, i)->raw_bytes);
              XXH3_64bits (bytes, n);
              free (owned);
            }
        }
      section_map_free (map);
    }
  g_assert_cmpuint (n_opened, >, 100);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/section_map/impossible_tables_are_refused", impossible_tables_are_refused);
  g_test_add_func ("/section_map/random_tables_do_no_harm", random_tables_do_no_harm);
  return g_test_run ();
}
