/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/options/background_check.h"

#include <pthread.h>

#include "app/cli/out/cli_status.h"
#include "trace/file/verify.h"

typedef struct
{
  pthread_t thread;
  Trace *trace;
  char *path;
  unsigned uses;
  TraceDamage damage;
} Check;

/* Of the main thread, but for what a check's own thread finds. */
static GPtrArray *begun;
static atomic_bool cancelled;

static void *
verify (void *data)
{
  Check *check = data;

  trace_verify_used (check->trace, check->uses, &cancelled, &check->damage);
  return NULL;
}

void
background_check_begin (Trace *trace, const char *path, unsigned uses)
{
  Check *check = g_new0 (Check, 1);

  check->trace = trace_ref (trace);
  check->path = g_strdup (path);
  check->uses = uses;
  if (pthread_create (&check->thread, NULL, verify, check) != 0)
    {
      trace_unref (check->trace);
      g_free (check->path);
      g_free (check);
      return;
    }
  if (begun == NULL)
    begun = g_ptr_array_new ();
  g_ptr_array_add (begun, check);
}

static void
complain (const Check *check)
{
  for (uint32_t i = 0; i < check->damage.n; i++)
    {
      g_autofree char *message = g_strdup_printf (
        "%s: section \"%s\" is damaged; figures that come from it may be wrong. Open its source with --no-cache, or "
        "convert it again.",
        check->path, trace_damage_name (&check->damage, i));
      cli_complain (message);
    }
}

static void
end_all (bool tell)
{
  for (guint i = 0; begun != NULL && i < begun->len; i++)
    {
      Check *check = begun->pdata[i];

      pthread_join (check->thread, NULL);
      if (tell)
        complain (check);
      trace_unref (check->trace);
      g_free (check->path);
      g_free (check);
    }
  g_clear_pointer (&begun, g_ptr_array_unref);
}

void
background_check_cancel (void)
{
  atomic_store (&cancelled, true);
  end_all (false);
  atomic_store (&cancelled, false);
}

void
background_check_finish (void)
{
  end_all (true);
}
