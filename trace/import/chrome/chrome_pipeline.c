/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/chrome_pipeline.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "trace/container/parallel.h"
#include "trace/container/worker_thread.h"

#define N_CHUNKS    CHROME_PIPELINE_CHUNKS
#define THREADS_MAX (PARALLEL_THREADS_MAX - 1) /* besides the owner */

typedef enum
{
  SLOT_EMPTY,
  SLOT_TEXT,    /* text read, events not yet read */
  SLOT_AT_WORK, /* a thread reads its text or its events */
  SLOT_DONE,    /* events read */
} SlotState;

/* Chunk s is in slot s modulo N_CHUNKS. */
typedef struct
{
  SlotState state;
  ChromeChunk chunk;
  StringView view; /* strings known when the chunk N_CHUNKS before was done */
} Slot;

struct ChromePipeline
{
  TextChunker chunker; /* used by the thread that reads */
  StringTable *strings;
  ChromeEvents events; /* the owner's, once it takes part in the work */
  bool has_events;
  unsigned n_wanted, n_threads;
  pthread_t threads[THREADS_MAX];

  pthread_mutex_t lock; /* protects everything below */
  pthread_cond_t changed;
  Slot slots[N_CHUNKS];
  uint64_t n_read, n_done; /* number of chunks read or being read, and of chunks done */
  bool is_reading, at_end;
  bool is_started, has_bracket; /* there are events to read */
  bool quits, is_abandoned;
  GError *error; /* the error of reading the chunk after the last one */
};

ChromePipeline *
chrome_pipeline_new (ByteSource *source, StringTable *strings, unsigned n_threads, size_t chunk_bytes)
{
  ChromePipeline *pipeline = calloc (1, sizeof *pipeline);

  if (pipeline == NULL)
    return NULL;
  text_chunker_init (&pipeline->chunker, source, chunk_bytes);
  pipeline->strings = strings;
  pipeline->n_wanted = CLAMP (n_threads == 0 ? parallel_threads () : n_threads, 1, PARALLEL_THREADS_MAX) - 1;
  pthread_mutex_init (&pipeline->lock, NULL);
  pthread_cond_init (&pipeline->changed, NULL);
  for (size_t i = 0; i < N_CHUNKS; i++)
    pipeline->slots[i].view = string_table_view (strings);
  return pipeline;
}

void
chrome_pipeline_free (ChromePipeline *pipeline)
{
  if (pipeline == NULL)
    return;
  if (pipeline->n_threads > 0)
    {
      pthread_mutex_lock (&pipeline->lock);
      pipeline->quits = true;
      pthread_cond_broadcast (&pipeline->changed);
      pthread_mutex_unlock (&pipeline->lock);
    }
  for (unsigned i = 0; i < pipeline->n_threads; i++)
    pthread_join (pipeline->threads[i], NULL);
  if (!pipeline->is_abandoned)
    {
      pthread_cond_destroy (&pipeline->changed);
      pthread_mutex_destroy (&pipeline->lock);
    }
  for (size_t i = 0; i < N_CHUNKS; i++)
    {
      text_chunk_clear (&pipeline->slots[i].chunk.text);
      chrome_batch_free (pipeline->slots[i].chunk.batch);
    }
  text_chunker_clear (&pipeline->chunker);
  if (pipeline->has_events)
    chrome_events_clear (&pipeline->events);
  g_clear_error (&pipeline->error);
  free (pipeline);
}

/* ---- work; the lock is held when these are called and when they return ---- */

static Slot *
slot_of (ChromePipeline *pipeline, uint64_t chunk)
{
  return &pipeline->slots[chunk % N_CHUNKS];
}

static bool
may_read (const ChromePipeline *pipeline)
{
  return !pipeline->is_reading && !pipeline->at_end && pipeline->error == NULL
         && pipeline->n_read < pipeline->n_done + N_CHUNKS;
}

static void
read_chunk (ChromePipeline *pipeline)
{
  Slot *slot = slot_of (pipeline, pipeline->n_read++);
  GError *error = NULL;

  slot->state = SLOT_AT_WORK;
  pipeline->is_reading = true;
  pthread_mutex_unlock (&pipeline->lock);
  bool ok = text_chunker_next (&pipeline->chunker, &slot->chunk.text, &error);
  pthread_mutex_lock (&pipeline->lock);

  pipeline->is_reading = false;
  slot->state = SLOT_TEXT;
  pipeline->at_end = ok && text_chunker_is_at_end (&pipeline->chunker);
  if (!ok || slot->chunk.text.n == 0)
    {
      slot->state = SLOT_EMPTY;
      pipeline->n_read--;
      pipeline->error = error;
    }
  pthread_cond_broadcast (&pipeline->changed);
}

static void
look_through (ChromePipeline *pipeline, Slot *slot, ChromeEvents *events)
{
  ChromeChunk *chunk = &slot->chunk;
  TextSpan span = {
    .at = chunk->text.text,
    .begin = chunk->text.text,
    .end = chunk->text.text + chunk->text.n,
    .offset = chunk->text.offset,
  };
  StringView view = slot->view;

  slot->state = SLOT_AT_WORK;
  events->state = events_state_between (pipeline->has_bracket);
  pthread_mutex_unlock (&pipeline->lock);
  if (chunk->batch == NULL)
    chunk->batch = chrome_batch_new ();
  if (chunk->batch != NULL)
    {
      chrome_batch_begin (chunk->batch, view, span.offset);
      chrome_events_use (events, chunk->batch);
      chrome_damage_forget (&events->damage);
      /* For a comma it matters what comes before it. */
      chunk->status = *span.at == '{' ? chrome_events_read (events, &span) : EVENTS_MORE;
      chunk->state = events->state;
      chunk->n_read = (size_t) (span.at - span.begin);
    }
  pthread_mutex_lock (&pipeline->lock);

  slot->state = SLOT_DONE;
  pthread_cond_broadcast (&pipeline->changed);
}

/* Does some work on the next chunks. Returns false if there is nothing to do now. */
static bool
do_work (ChromePipeline *pipeline, ChromeEvents *events)
{
  for (uint64_t i = pipeline->n_done; i < pipeline->n_read; i++)
    if (slot_of (pipeline, i)->state == SLOT_TEXT)
      {
        look_through (pipeline, slot_of (pipeline, i), events);
        return true;
      }
  if (!may_read (pipeline))
    return false;
  read_chunk (pipeline);
  return true;
}

static void *
work (void *user_data)
{
  ChromePipeline *pipeline = user_data;
  ChromeEvents events;

  if (!chrome_events_init (&events))
    return NULL;
  pthread_mutex_lock (&pipeline->lock);
  while (!pipeline->quits)
    if (!pipeline->is_started || !do_work (pipeline, &events))
      pthread_cond_wait (&pipeline->changed, &pipeline->lock);
  pthread_mutex_unlock (&pipeline->lock);
  chrome_events_clear (&events);
  return NULL;
}

/* Fewer threads than wanted are enough. */
static void
start_threads (ChromePipeline *pipeline)
{
  while (pipeline->n_threads < pipeline->n_wanted
         && worker_thread_start (&pipeline->threads[pipeline->n_threads], work, pipeline))
    pipeline->n_threads++;
  pipeline->n_wanted = pipeline->n_threads;
}

/* ---- the owner ---- */

static bool
is_at_end (const ChromePipeline *pipeline)
{
  return pipeline->n_done == pipeline->n_read && !pipeline->is_reading
         && (pipeline->at_end || pipeline->error != NULL);
}

static bool
take_error (ChromePipeline *pipeline, GError **error)
{
  if (pipeline->error == NULL)
    return true;
  g_propagate_error (error, g_error_copy (pipeline->error));
  return false;
}

void
chrome_pipeline_start (ChromePipeline *pipeline, bool has_bracket)
{
  if (pipeline->is_abandoned)
    return;
  pthread_mutex_lock (&pipeline->lock);
  pipeline->is_started = true;
  pipeline->has_bracket = has_bracket;
  pthread_cond_broadcast (&pipeline->changed);
  pthread_mutex_unlock (&pipeline->lock);
}

ChromeChunk *
chrome_pipeline_next (ChromePipeline *pipeline, bool *ret_ok, GError **error)
{
  *ret_ok = true;
  if (pipeline->is_abandoned)
    return NULL;

  pthread_mutex_lock (&pipeline->lock);
  bool has_work = !is_at_end (pipeline);
  if (has_work && !pipeline->has_events)
    pipeline->has_events = chrome_events_init (&pipeline->events);
  if (has_work && !pipeline->has_events)
    {
      pthread_mutex_unlock (&pipeline->lock);
      *ret_ok = text_no_memory (error);
      return NULL;
    }
  Slot *slot = slot_of (pipeline, pipeline->n_done);
  while (!(pipeline->n_done < pipeline->n_read && slot->state == SLOT_DONE) && !is_at_end (pipeline))
    {
      /* A text that fits into one chunk is not worth a thread. */
      if (pipeline->n_read > 1 && pipeline->n_threads < pipeline->n_wanted)
        start_threads (pipeline);
      if (!do_work (pipeline, &pipeline->events))
        pthread_cond_wait (&pipeline->changed, &pipeline->lock);
    }
  bool at_end = is_at_end (pipeline);
  if (at_end)
    *ret_ok = take_error (pipeline, error);
  pthread_mutex_unlock (&pipeline->lock);
  if (!at_end && slot->chunk.batch == NULL)
    *ret_ok = text_no_memory (error);
  return at_end || !*ret_ok ? NULL : &slot->chunk;
}

void
chrome_pipeline_done (ChromePipeline *pipeline)
{
  if (pipeline->is_abandoned)
    return;
  pthread_mutex_lock (&pipeline->lock);
  Slot *slot = slot_of (pipeline, pipeline->n_done++);
  slot->state = SLOT_EMPTY;
  slot->view = string_table_view (pipeline->strings);
  pthread_cond_broadcast (&pipeline->changed);
  pthread_mutex_unlock (&pipeline->lock);
}

void
chrome_pipeline_stop (ChromePipeline *pipeline)
{
  if (pipeline->is_abandoned)
    return;
  pthread_mutex_lock (&pipeline->lock);
  pipeline->is_started = false;
  for (uint64_t i = pipeline->n_done; i < pipeline->n_read; i++)
    {
      Slot *slot = slot_of (pipeline, i);

      while (slot->state == SLOT_AT_WORK)
        pthread_cond_wait (&pipeline->changed, &pipeline->lock);
      if (slot->state == SLOT_DONE)
        slot->state = SLOT_TEXT;
    }
  pthread_mutex_unlock (&pipeline->lock);
}

bool
chrome_pipeline_next_text (ChromePipeline *pipeline, TextChunk *chunk, GError **error)
{
  bool ok = true;

  chunk->n = 0;
  if (pipeline->is_abandoned)
    return true;
  pthread_mutex_lock (&pipeline->lock);
  if (pipeline->n_done == pipeline->n_read && may_read (pipeline))
    read_chunk (pipeline);
  if (pipeline->n_done < pipeline->n_read)
    {
      Slot *slot = slot_of (pipeline, pipeline->n_done++);
      TextChunk taken = slot->chunk.text;

      slot->chunk.text = *chunk;
      *chunk = taken;
      slot->state = SLOT_EMPTY;
      slot->view = string_table_view (pipeline->strings);
    }
  else
    ok = take_error (pipeline, error);
  pthread_mutex_unlock (&pipeline->lock);
  return ok;
}

void
chrome_pipeline_abandon (ChromePipeline *pipeline)
{
  pipeline->is_abandoned = true;
  pipeline->n_threads = 0;
  /* The work of a thread may stay half done for ever; it cannot even be freed. */
  for (size_t i = 0; i < N_CHUNKS; i++)
    if (pipeline->slots[i].state == SLOT_AT_WORK)
      pipeline->slots[i].chunk = (ChromeChunk){ 0 };
  if (pipeline->is_reading)
    pipeline->chunker = (TextChunker){ 0 };
}
