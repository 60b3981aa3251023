/* SPDX-License-Identifier: Apache-2.0 */

#include "app/profiles/profile_check.h"

#include <glib/gi18n-lib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "trace/cache/cache.h"
#include "trace/open/open.h"

/* The first pictures are drawn by then. */
#define BEGIN_MS 1500
#define LOOK_S   1

/* Gives way to whatever else wants to run. */
#define NICENESS 19

/* Of the main thread, and of the one that verifies, which may outlive the check by a moment. */
typedef struct
{
  atomic_bool cancelled;
  const Profile *profile;
  SourceIdentity cached_as;
  bool was_cached;
  TraceDamage damage; /* written by the thread, read when it has ended */
  GWeakRef check;     /* for the answer, in the main thread */
} Verification;

struct _ProfileCheck
{
  GObject parent_instance;

  Verification *verification; /* NULL: ended */
  ProfileFindings findings;
  guint begin_timer, look_timer;
};

G_DEFINE_FINAL_TYPE (ProfileCheck, profile_check, G_TYPE_OBJECT)

static guint found_signal;

static void
verification_clear (gpointer data)
{
  Verification *verification = data;

  profile_unref (verification->profile);
  g_weak_ref_clear (&verification->check);
}

static void
verification_release (gpointer verification)
{
  g_atomic_rc_box_release_full (verification, verification_clear);
}

/* ---- in the thread ---- */

static bool
is_native (const char *path)
{
  TraceSource source;

  if (!trace_source_open (path, &source, NULL))
    return false;
  bool result = trace_source_is_native (&source);
  trace_source_close (&source);
  return result;
}

static void
remove_from_cache (const SourceIdentity *cached_as)
{
  g_autoptr (Cache) cache = cache_new_existing (NULL, CACHE_LIMIT_AS_SET, NULL);
  int fd = cache != NULL ? cache_find (cache, cached_as->id) : -1;

  if (fd < 0)
    return;
  cache_discard (cache, cached_as->id, fd);
  close (fd);
}

static gboolean take_damage (gpointer data);

static gpointer
verify_in_thread (gpointer data)
{
  Verification *verification = data;
  const Profile *profile = verification->profile;

  setpriority (PRIO_PROCESS, (id_t) gettid (), NICENESS);
  if ((verification->was_cached || is_native (profile->path))
      && trace_verify (profile->trace, &verification->cancelled, &verification->damage)
      && verification->damage.n > 0)
    {
      if (verification->was_cached && !trace_was_cut (profile->trace))
        remove_from_cache (&verification->cached_as);
      g_main_context_invoke_full (NULL, G_PRIORITY_DEFAULT, take_damage,
                                  g_atomic_rc_box_acquire (verification), verification_release);
    }
  verification_release (verification);
  return NULL;
}

/* ---- in the main thread ---- */

static gboolean
take_damage (gpointer data)
{
  Verification *verification = data;
  g_autoptr (ProfileCheck) check = g_weak_ref_get (&verification->check);

  if (check == NULL || check->verification != verification)
    return G_SOURCE_REMOVE;
  profile_check_look (check);
  if (check->findings.was_cut)
    return G_SOURCE_REMOVE;
  check->findings.damage = verification->damage;
  g_signal_emit (check, found_signal, 0);
  return G_SOURCE_REMOVE;
}

void
profile_check_look (ProfileCheck *check)
{
  if (check->verification == NULL || check->findings.was_cut
      || !trace_was_cut (check->verification->profile->trace))
    return;
  atomic_store_explicit (&check->verification->cancelled, true, memory_order_relaxed);
  g_clear_handle_id (&check->look_timer, g_source_remove);
  check->findings.was_cut = true;
  check->findings.damage.n = 0;
  g_signal_emit (check, found_signal, 0);
}

static gboolean
look (gpointer check)
{
  profile_check_look (check);
  return G_SOURCE_CONTINUE;
}

static gboolean
begin (gpointer data)
{
  ProfileCheck *check = data;

  check->begin_timer = 0;
  GThread *thread =
    g_thread_try_new ("verify", verify_in_thread, g_atomic_rc_box_acquire (check->verification), NULL);
  if (thread != NULL)
    g_thread_unref (thread);
  else /* nothing was verified, and nothing is said */
    verification_release (check->verification);
  return G_SOURCE_REMOVE;
}

void
profile_check_end (ProfileCheck *check)
{
  g_clear_handle_id (&check->begin_timer, g_source_remove);
  g_clear_handle_id (&check->look_timer, g_source_remove);
  if (check->verification != NULL)
    atomic_store_explicit (&check->verification->cancelled, true, memory_order_relaxed);
  g_clear_pointer (&check->verification, verification_release);
}

static void
profile_check_dispose (GObject *object)
{
  profile_check_end (PROFILE_CHECK (object));
  G_OBJECT_CLASS (profile_check_parent_class)->dispose (object);
}

static void
profile_check_class_init (ProfileCheckClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = profile_check_dispose;
  found_signal =
    g_signal_new ("found", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
profile_check_init (ProfileCheck *check)
{
  (void) check;
}

ProfileCheck *
profile_check_new (const Profile *profile, const SourceIdentity *cached_as)
{
  ProfileCheck *check = g_object_new (PROFILE_TYPE_CHECK, NULL);
  Verification *verification = g_atomic_rc_box_new0 (Verification);

  verification->profile = profile_ref (profile);
  verification->was_cached = check->findings.was_cached = cached_as != NULL;
  if (cached_as != NULL)
    verification->cached_as = *cached_as;
  g_weak_ref_init (&verification->check, check);
  check->verification = verification;
  check->begin_timer = g_timeout_add_full (G_PRIORITY_LOW, BEGIN_MS, begin, check, NULL);
  check->look_timer = g_timeout_add_seconds (LOOK_S, look, check);
  return check;
}

const ProfileFindings *
profile_check_findings (ProfileCheck *check)
{
  return &check->findings;
}

/* ---- words ---- */

bool
profile_findings_can_reload (const ProfileFindings *findings)
{
  return findings->was_cut || findings->was_cached;
}

HealthDoubt
profile_findings_doubt (const ProfileFindings *findings)
{
  if (findings->was_cut)
    return HEALTH_DOUBT_CUT;
  if (findings->damage.n == 0)
    return HEALTH_NO_DOUBT;
  return findings->was_cached ? HEALTH_DOUBT_COPY : HEALTH_DOUBT_FILE;
}

char *
profile_findings_sentence (const ProfileFindings *findings, const char *name)
{
  if (findings->was_cut)
    return g_strdup_printf (_ ("%s changed on disk while it was open. What you see may be incomplete."),
                            name);
  if (findings->damage.n == 0)
    return NULL;

  const char *section = trace_damage_name (&findings->damage, 0);
  uint32_t n_more = findings->damage.n - 1;

  /* Translators: the file, and the name of a part of it, such as "slice.start". */
  if (n_more == 0 && findings->was_cached)
    return g_strdup_printf (_ ("The stored copy of %s is damaged: its section “%s” differs from what was written. "
                               "Numbers may be wrong."),
                            name, section);
  if (n_more == 0)
    return g_strdup_printf (_ ("%s is damaged: its section “%s” differs from what was written. "
                               "Numbers may be wrong; open the source again."),
                            name, section);
  if (findings->was_cached)
    return g_strdup_printf (
      ngettext ("The stored copy of %s is damaged: its section “%s” and %u more differ from "
                "what was written. Numbers may be wrong.",
                "The stored copy of %s is damaged: its section “%s” and %u more differ from "
                "what was written. Numbers may be wrong.",
                n_more),
      name, section, n_more);
  return g_strdup_printf (ngettext ("%s is damaged: its section “%s” and %u more differ from what was written. "
                                    "Numbers may be wrong; open the source again.",
                                    "%s is damaged: its section “%s” and %u more differ from what was written. "
                                    "Numbers may be wrong; open the source again.",
                                    n_more),
                          name, section, n_more);
}
