/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/cost_book.h"

#include <gio/gio.h>
#include <string.h>

#include "app/library/library_costs.h"

_Static_assert(COST_CURRENCY_MAX == LIBRARY_CURRENCY_MAX, "a currency is kept as it is shown");

struct _CostBook
{
  GObject parent_instance;

  Library *library;
  GHashTable *prices;  /* name of a node -> LibraryPrice */
  GHashTable *samples; /* name of a profile (name_of ()) -> int64_t */
  guint n_changes;     /* by the user; what was read before one of them is old */
};

G_DEFINE_FINAL_TYPE (CostBook, cost_book, G_TYPE_OBJECT)

static guint changed_signal;

/* By its key; a profile that is still being read has none, and goes by its path until the program ends. */
static char *
name_of (const Profile *profile)
{
  const uint8_t *key = trace_profile_key (profile->trace);
  GString *name = g_string_new (NULL);
  bool is_nobodys = true;

  for (int i = 0; i < TRACE_KEY_BYTES; i++)
    {
      g_string_append_printf (name, "%02x", key[i]);
      is_nobodys &= key[i] == 0;
    }
  if (is_nobodys)
    g_string_assign (name, profile->path);
  return g_string_free (name, FALSE);
}

/* ---- reading ---- */

typedef struct
{
  char *node, *name;
  uint8_t key[TRACE_KEY_BYTES];
  bool has_price;
  LibraryPrice price;
  int64_t samples;
} Asked;

typedef struct
{
  Library *library;
  guint n_changes;
  uint32_t n;
  Asked asked[COMPARED_SIDES_MAX];
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  for (uint32_t i = 0; i < reading->n; i++)
    {
      g_free (reading->asked[i].node);
      g_free (reading->asked[i].name);
    }
  g_free (reading);
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;
  (void) source;
  (void) cancellable;

  library_settle (reading->library);
  for (uint32_t i = 0; i < reading->n; i++)
    {
      Asked *asked = &reading->asked[i];

      asked->has_price = library_price (reading->library, asked->node, &asked->price);
      asked->samples = library_samples (reading->library, asked->key);
    }
  g_task_return_boolean (task, TRUE);
}

static void
take (CostBook *self, const Asked *asked)
{
  if (asked->has_price)
    g_hash_table_insert (self->prices, g_strdup (asked->node),
                         g_memdup2 (&asked->price, sizeof asked->price));
  else
    g_hash_table_remove (self->prices, asked->node);
  if (asked->samples > 0)
    g_hash_table_insert (self->samples, g_strdup (asked->name),
                         g_memdup2 (&asked->samples, sizeof asked->samples));
  else
    g_hash_table_remove (self->samples, asked->name);
}

static void
have_read (GObject *object, GAsyncResult *result, gpointer data)
{
  CostBook *self = COST_BOOK (object);
  const Reading *reading = g_task_get_task_data (G_TASK (result));
  (void) data;

  if (reading->n_changes != self->n_changes)
    return;
  for (uint32_t i = 0; i < reading->n; i++)
    take (self, &reading->asked[i]);
  g_signal_emit (self, changed_signal, 0);
}

void
cost_book_read (CostBook *self, const Compared *compared)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, have_read, NULL);
  Reading *reading = g_new0 (Reading, 1);

  reading->library = self->library;
  reading->n_changes = self->n_changes;
  reading->n = compared->n_sides;
  for (uint32_t i = 0; i < reading->n; i++)
    {
      const Profile *profile = compared->sides[i].profile;

      reading->asked[i].node = cost_node_name (profile->trace);
      reading->asked[i].name = name_of (profile);
      memcpy (reading->asked[i].key, trace_profile_key (profile->trace), TRACE_KEY_BYTES);
    }
  g_task_set_task_data (task, reading, reading_free);
  g_task_run_in_thread (task, read_in_thread);
}

void
cost_book_terms (CostBook *self, const Compared *compared, CostTerms *ret_terms)
{
  for (uint32_t i = 0; i < compared->n_sides; i++)
    {
      const Profile *profile = compared->sides[i].profile;
      g_autofree char *node = cost_node_name (profile->trace), *name = name_of (profile);
      const LibraryPrice *price = g_hash_table_lookup (self->prices, node);
      const int64_t *samples = g_hash_table_lookup (self->samples, name);
      CostTerms *terms = &ret_terms[i];

      *terms = (CostTerms){ .has_price = price != NULL };
      if (price != NULL)
        {
          terms->price_per_hour = price->per_hour;
          terms->gpus_per_node = (uint64_t) price->gpus_per_node;
          g_strlcpy (terms->currency, price->currency, sizeof terms->currency);
        }
      if (samples != NULL)
        terms->samples_per_step = (uint64_t) *samples;
    }
}

/* ---- writing ---- */

typedef struct
{
  char *node; /* NULL: samples of the key */
  bool has_price;
  LibraryPrice price;
  uint8_t key[TRACE_KEY_BYTES];
  int64_t samples;
} Change;

static void
change_free (gpointer data)
{
  g_free (((Change *) data)->node);
  g_free (data);
}

static void
write_change (Library *library, gpointer data)
{
  const Change *change = data;

  if (change->node != NULL)
    library_set_price (library, change->node, change->has_price ? &change->price : NULL);
  else
    library_set_samples (library, change->key, change->samples);
}

void
cost_book_set_price (CostBook *self, const char *node, const CostTerms *terms)
{
  Change change = { .node = g_strdup (node), .has_price = terms->has_price };

  change.price.per_hour = terms->price_per_hour;
  change.price.gpus_per_node = (int64_t) MIN (terms->gpus_per_node, LIBRARY_GPUS_PER_NODE_MAX);
  g_strlcpy (change.price.currency, terms->currency, sizeof change.price.currency);
  if (terms->has_price)
    g_hash_table_insert (self->prices, g_strdup (node), g_memdup2 (&change.price, sizeof change.price));
  else
    g_hash_table_remove (self->prices, node);
  self->n_changes++;
  library_later (self->library, write_change, g_memdup2 (&change, sizeof change), change_free);
  g_signal_emit (self, changed_signal, 0);
}

void
cost_book_set_samples (CostBook *self, const Profile *profile, uint64_t samples)
{
  Change change = { .samples = (int64_t) MIN (samples, (uint64_t) LIBRARY_SAMPLES_MAX) };
  char *name = name_of (profile);

  memcpy (change.key, trace_profile_key (profile->trace), TRACE_KEY_BYTES);
  if (samples > 0)
    g_hash_table_insert (self->samples, g_strdup (name), g_memdup2 (&change.samples, sizeof change.samples));
  else
    g_hash_table_remove (self->samples, name);
  g_free (name);
  self->n_changes++;
  library_later (self->library, write_change, g_memdup2 (&change, sizeof change), change_free);
  g_signal_emit (self, changed_signal, 0);
}

/* ---- the object ---- */

static void
cost_book_finalize (GObject *object)
{
  CostBook *self = COST_BOOK (object);

  g_hash_table_unref (self->prices);
  g_hash_table_unref (self->samples);
  G_OBJECT_CLASS (cost_book_parent_class)->finalize (object);
}

static void
cost_book_class_init (CostBookClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = cost_book_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
cost_book_init (CostBook *self)
{
  self->prices = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->samples = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

CostBook *
cost_book_new (Library *library)
{
  CostBook *self = g_object_new (COST_TYPE_BOOK, NULL);

  self->library = library;
  return self;
}
