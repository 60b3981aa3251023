/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/verbs/verb_convert.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/cli/comparing/part_options.h"
#include "app/cli/options/background_check.h"
#include "app/cli/options/cache_options.h"
#include "app/cli/options/cli_parse.h"
#include "app/cli/options/interrupt.h"
#include "app/cli/options/profile_load.h"
#include "app/cli/options/scrub_option.h"
#include "app/cli/options/with_option.h"
#include "trace/archive/archive_file.h"
#include "trace/cache/cached_open.h"
#include "trace/export/kineto_export.h"
#include "trace/file/verify.h"
#include "trace/open/open.h"
#include "trace/query/sqlite_export.h"
#include "trace/section/output_file.h"
#include "trace/text/size_text.h"
#include "trace/text/trace_error.h"

typedef struct
{
  char *out, *to;
  gboolean archive;
  PartOptions part;
  ScrubOption scrub;
  WithOption with;
  CacheOptions cache;
} Options;

/* What is read. */
typedef struct
{
  const char *path;
  const char *out; /* what is made of it, for messages; NULL: nothing */
  const PartOptions *part;
  const ScrubOption *scrub;
  const WithOption *with;
  unsigned use;
  const atomic_bool *cancelled;
} Source;

/* What is written. */
typedef enum
{
  FORM_NATIVE,
  FORM_ARCHIVE,
  FORM_SQLITE,
  FORM_KINETO,
} Form;

/* What is told when all is done. */
typedef struct
{
  uint64_t source_bytes; /* 0: not known */
  uint64_t n_events;
} Converted;

/* ---- what is read and where it goes ---- */

static bool
is_same_file (const struct stat *a, const struct stat *b)
{
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static int
stat_source (const char *path, struct stat *ret_stat)
{
  return strcmp (path, "-") == 0 ? fstat (STDIN_FILENO, ret_stat) : stat (path, ret_stat);
}

/* Whether writing would replace something that is read: the source, or a file in it. */
static bool
is_in_source (const char *source, const char *out)
{
  struct stat source_stat, out_stat, folder_stat;
  g_autofree char *folder = g_path_get_dirname (out);

  if (stat_source (source, &source_stat) != 0 || stat (out, &out_stat) != 0)
    return false;
  return is_same_file (&source_stat, &out_stat)
         || (S_ISDIR (source_stat.st_mode) && stat (folder, &folder_stat) == 0
             && is_same_file (&source_stat, &folder_stat));
}

/* Of the files that became ranks. */
static uint64_t
source_size (const Trace *trace, const char *path)
{
  struct stat file;
  uint64_t sum = 0;

  if (stat_source (path, &file) == 0 && S_ISREG (file.st_mode))
    return (uint64_t) file.st_size;
  if (strcmp (path, "-") == 0)
    return 0;
  for (uint32_t r = 0; r < trace_n_ranks (trace); r++)
    if (stat (trace_string (trace, trace_rank (trace, r)->path, NULL), &file) == 0 && S_ISREG (file.st_mode))
      sum += (uint64_t) file.st_size;
  return sum;
}

/* The ranks of a combined profile have no files. */
static void
describe (const Trace *trace, const Source *source, Converted *converted)
{
  struct stat file;

  converted->source_bytes = source_size (trace, source->path);
  for (char **other = source->with->files; other != NULL && *other != NULL; other++)
    converted->source_bytes +=
      stat_source (*other, &file) == 0 && S_ISREG (file.st_mode) ? (uint64_t) file.st_size : 0;
  converted->n_events = trace_event_counts (trace)->total;
}

/* What is written has hashes of its own, under which damage would pass for what the source said. */
static bool
is_whole (const Trace *trace, const char *path, const atomic_bool *cancelled, GError **error)
{
  TraceDamage damage = { 0 };

  if (!trace_verify (trace, cancelled, &damage))
    g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "cancelled; nothing was written");
  else if (damage.n > 0)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED,
                 "%s: its section \"%s\" is damaged; nothing was written. Convert its source again.", path,
                 trace_damage_name (&damage, 0));
  else
    return true;
  return false;
}

/* A profile in the cache that is damaged is none; its source is read. */
static Trace *
load_whole_file (const char *path, gpointer data, GError **error)
{
  const Source *source = data;
  unsigned use = source->use;
  g_autoptr (GError) refused = NULL;
  g_autoptr (Trace) trace = profile_load (path, use, TRACE_USES_ALL, NULL, error);

  background_check_cancel ();
  if (trace == NULL || is_whole (trace, path, source->cancelled, &refused))
    return g_steal_pointer (&trace);
  if (!(use & CACHE_READ) || profile_path_is_native (path)
      || !g_error_matches (refused, TRACE_ERROR, TRACE_ERROR_DAMAGED))
    {
      g_propagate_error (error, g_steal_pointer (&refused));
      return NULL;
    }
  return profile_load (path, use & ~(unsigned) CACHE_READ, TRACE_USES_ALL, NULL, error);
}

static Trace *
load_whole (Source *source, GError **error)
{
  if (!with_option_is_given (source->with))
    {
      Trace *trace = load_whole_file (source->path, source, error);

      if (trace != NULL)
        with_option_tell (source->with, source->path);
      return trace;
    }

  g_autoptr (GPtrArray) traces =
    with_option_load_all (source->with, source->path, load_whole_file, source, error);
  g_autofree char *name = with_option_name (source->with, source->path);
  return traces != NULL ? with_option_join (source->with, traces, name, error) : NULL;
}

/* Says why it could not be read or written. */
static CliStatus
fail (const Source *source, GError **error)
{
  if (source->out != NULL)
    output_file_name_in_error (error, source->out);
  return cli_fail (*error);
}

/* ---- a part, or with other names ---- */

/* Writes it to fd, or returns it in *ret_trace if that is not NULL. */
static CliStatus
cut (Source *source, Trace *trace, int fd, Trace **ret_trace)
{
  g_autoptr (StepTable) steps = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (Scrub) scrub = NULL;
  CutPart part = { 0 };
  CliStatus status = part_options_find (source->part, trace, source->path, &steps, &part);

  if (status == CLI_DONE && scrub_option_is_given (source->scrub))
    status = scrub_option_make (source->scrub, trace, &scrub);
  if (status == CLI_DONE
      && !(ret_trace != NULL
             ? (*ret_trace = trace_cut (trace, steps, &part, scrub, source->path, source->cancelled, &error)) != NULL
             : trace_cut_file (trace, steps, &part, scrub, source->path, fd, source->cancelled, &error)))
    status = fail (source, &error);
  else if (status == CLI_DONE && source->scrub->is_list)
    status = scrub_option_print (scrub) ? CLI_DONE : CLI_NO_RESOURCE;
  else if (status == CLI_DONE && scrub != NULL)
    scrub_option_tell (scrub);
  cut_part_clear (&part);
  return status;
}

static bool
is_changed (const Source *source)
{
  return part_options_are_given (source->part) || scrub_option_is_given (source->scrub);
}

/* Loads what is to be written; it has been said why if this fails. */
static CliStatus
load_asked (Source *source, Trace **ret_trace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = load_whole (source, &error);

  if (trace == NULL)
    return fail (source, &error);
  if (is_changed (source))
    return cut (source, trace, -1, ret_trace);
  *ret_trace = g_steal_pointer (&trace);
  return CLI_DONE;
}

/* ---- SQLite ---- */

typedef struct
{
  int percent; /* shown last; -1: nothing yet */
} Progress;

static void
show_progress (double share, void *user_data)
{
  Progress *progress = user_data;
  int percent = (int) (share * 100);

  if (percent == progress->percent)
    return;
  progress->percent = percent;
  fprintf (stderr, "\rWriting: %d %% ", percent);
}

static CliStatus
write_sqlite (Source *source, const char *out, const OutputFile *file, Converted *converted)
{
  g_autoptr (GError) error = NULL;
  Progress progress = { .percent = -1 };
  const SqliteExportControl control = {
    .cancelled = source->cancelled,
    .progress = isatty (STDERR_FILENO) ? show_progress : NULL,
    .user_data = &progress,
  };

  g_autoptr (Trace) trace = NULL;
  CliStatus status = load_asked (source, &trace);
  if (status != CLI_DONE)
    return status;
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, &error);
  if (steps == NULL)
    return fail (source, &error);
  bool ok = sqlite_export (trace, steps, output_file_part (file), out, &control, &error);
  if (progress.percent >= 0)
    fputs ("\r\033[K", stderr);
  describe (trace, source, converted);
  return ok ? CLI_DONE : fail (source, &error);
}

/* ---- native files ---- */

static CliStatus
write_native (Source *source, const char *out, const OutputFile *file, Converted *converted)
{
  const char *path = source->path;
  g_autoptr (GError) error = NULL;

  if (source->use & CACHE_WRITE)
    {
      g_autoptr (Trace) kept = profile_load (path, source->use, TRACE_USES_ALL, NULL, &error);
      if (kept == NULL)
        return fail (source, &error);
    }
  if (!profile_import (path, output_file_fd (file), &error))
    return fail (source, &error);
  with_option_tell (source->with, path);
  g_autoptr (Trace) trace = trace_map (output_file_fd (file), out, &error);
  if (trace == NULL || (profile_path_is_native (path) && !is_whole (trace, path, source->cancelled, &error)))
    return fail (source, &error);
  describe (trace, source, converted);
  return CLI_DONE;
}

static CliStatus
write_cut (Source *source, const char *out, const OutputFile *file, Converted *converted)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) whole = load_whole (source, &error);
  if (whole == NULL)
    return fail (source, &error);
  CliStatus status = cut (source, whole, output_file_fd (file), NULL);
  if (status != CLI_DONE)
    return status;
  g_autoptr (Trace) trace = trace_map (output_file_fd (file), out, &error);
  if (trace == NULL)
    return fail (source, &error);
  describe (whole, source, converted);
  converted->n_events = trace_event_counts (trace)->total;
  return CLI_DONE;
}

static CliStatus
write_combined (Source *source, const char *out, const OutputFile *file, Converted *converted)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = with_option_name (source->with, source->path);
  g_autoptr (GPtrArray) traces =
    with_option_load_all (source->with, source->path, load_whole_file, source, &error);

  if (traces == NULL || !with_option_join_file (source->with, traces, name, output_file_fd (file), &error))
    return fail (source, &error);
  g_autoptr (Trace) trace = trace_map (output_file_fd (file), out, &error);
  if (trace == NULL)
    return fail (source, &error);
  describe (trace, source, converted);
  return CLI_DONE;
}

/* An archive, or Kineto's JSON. */
static CliStatus
write_loaded (Form form, Source *source, const char *out, const OutputFile *file, Converted *converted)
{
  g_autoptr (GError) error = NULL;

  g_autoptr (Trace) trace = NULL;
  CliStatus status = load_asked (source, &trace);
  if (status != CLI_DONE)
    return status;
  if (form == FORM_ARCHIVE ? !trace_write_archive (trace, output_file_fd (file), source->cancelled, out, &error)
                           : !kineto_export (trace, output_file_fd (file), g_str_has_suffix (out, ".gz"), source->cancelled,
                                           source->path, source->out, &error))
    return fail (source, &error);
  describe (trace, source, converted);
  return CLI_DONE;
}

static CliStatus
write_form (Form form, Source *source, const char *out, const OutputFile *file, Converted *converted)
{
  switch (form)
    {
    case FORM_NATIVE:
      if (is_changed (source))
        return write_cut (source, out, file, converted);
      return with_option_is_given (source->with) ? write_combined (source, out, file, converted)
                                                 : write_native (source, out, file, converted);
    case FORM_ARCHIVE:
    case FORM_KINETO:
      return write_loaded (form, source, out, file, converted);
    default:
      return write_sqlite (source, out, file, converted);
    }
}

/* ---- the verb ---- */

/* Rounded; sizes are far below 2^64 / 200. */
static uint64_t
percent_of (uint64_t part, uint64_t whole)
{
  return (200 * part + whole) / (2 * whole);
}

static bool
print_result (const Converted *converted, uint64_t out_bytes, bool to_stdout)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *before = size_text (converted->source_bytes);
  g_autofree char *after = size_text (out_bytes);
  g_autofree char *events = count_text (converted->n_events);

  if (converted->source_bytes == 0)
    g_string_append_printf (text, "%s, %s events\n", after, events);
  else
    g_string_append_printf (text, "%s -> %s (%" G_GUINT64_FORMAT " %%), %s events\n", before, after,
                            percent_of (out_bytes, converted->source_bytes), events);
  if (!to_stdout)
    return cli_print (text);
  fputs (text->str, stderr);
  return true;
}

/* What is written to the standard output comes to be in the folder for temporary files: none of the forms is written
 * from its begin to its end. */
static OutputFile *
begin_output (const char *out, bool to_stdout, Form form, GError **error)
{
  g_autofree char *temporary = g_build_filename (g_get_tmp_dir (), "stepscope-convert", NULL);
  const char *path = to_stdout ? temporary : out;
  /* SQLite opens its database by name. */
  OutputFile *file =
    form == FORM_SQLITE ? output_file_begin_named (path, error) : output_file_begin (path, error);

  if (file != NULL && to_stdout)
    fchmod (output_file_fd (file), 0600);
  return file;
}

static bool
copy_to_stdout (const OutputFile *file, const atomic_bool *cancelled, GError **error)
{
  char buffer[65536];
  ssize_t n;

  for (off_t at = 0; (n = pread (output_file_fd (file), buffer, sizeof buffer, at)) > 0; at += n)
    if (atomic_load (cancelled))
      {
        g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_CANCELLED,
                             "cancelled; the output is incomplete");
        return false;
      }
    else if (fwrite (buffer, 1, (size_t) n, stdout) != (size_t) n)
      {
        n = -1;
        break;
      }
  if (n == 0 && fflush (stdout) == 0)
    return true;
  output_file_set_error (error, "standard output", errno);
  return false;
}

static CliStatus
convert (Form form, Source *source, const char *out)
{
  g_autoptr (GError) error = NULL;
  bool to_stdout = strcmp (out, "-") == 0;
  g_autoptr (OutputFile) file = begin_output (out, to_stdout, form, &error);
  Converted converted = { 0 };
  struct stat written;

  if (file == NULL)
    return cli_fail (error);
  CliStatus status = write_form (form, source, out, file, &converted);
  if (status != CLI_DONE)
    return status;
  if (atomic_load (source->cancelled))
    {
      cli_complain ("cancelled; nothing was written");
      return CLI_CANCELLED;
    }
  if (to_stdout ? !copy_to_stdout (file, source->cancelled, &error) : !output_file_commit (file, &error))
    return cli_fail (error);
  uint64_t out_bytes = fstat (output_file_fd (file), &written) == 0 ? (uint64_t) written.st_size : 0;
  return print_result (&converted, out_bytes, to_stdout) ? CLI_DONE : CLI_NO_RESOURCE;
}

static CliStatus
print_left (Source *source)
{
  g_autoptr (Trace) trace = NULL;

  return load_asked (source, &trace);
}

/* False: it has been said why. */
static bool
find_form (const Options *options, Form *ret_form)
{
  static const struct
  {
    const char *word;
    Form form;
  } forms[] = { { "stepscope", FORM_NATIVE }, { "sqlite", FORM_SQLITE }, { "chrome", FORM_KINETO }, { "kineto", FORM_KINETO } };
  const char *word = options->to != NULL ? options->to : "stepscope";

  for (size_t i = 0; i < G_N_ELEMENTS (forms); i++)
    if (strcmp (forms[i].word, word) == 0)
      {
        *ret_form = options->archive ? FORM_ARCHIVE : forms[i].form;
        if (!options->archive || forms[i].form == FORM_NATIVE)
          return true;
        cli_usage ("--archive cannot be combined with --to %s", word);
        return false;
      }
  cli_usage ("--to needs stepscope, sqlite or chrome");
  return false;
}

static CliStatus
run (const Options *options, const char *path)
{
  Interrupt interrupt;
  Form form;

  if (options->out == NULL && !options->scrub.is_list)
    return cli_usage ("convert needs -o OUT, the file to write");
  if (options->out != NULL && options->scrub.is_list)
    return cli_usage ("--scrub-list writes no file; leave out -o");
  if (options->out != NULL && options->out[0] == '\0')
    return cli_usage ("-o needs the name of a file");
  if (g_strcmp0 (options->out, "-") == 0 && isatty (STDOUT_FILENO))
    return cli_usage ("the output is binary; name a file with -o, or redirect standard output to one");
  if (!find_form (options, &form) || part_options_check (&options->part) != CLI_DONE
      || scrub_option_make (&options->scrub, NULL, NULL) != CLI_DONE)
    return CLI_USAGE;
  const char *wrong = attach_option_wrong (&options->with.attach);
  if (wrong != NULL)
    return cli_usage ("%s", wrong);
  bool is_read = options->out != NULL && is_in_source (path, options->out);
  for (char **other = options->with.files; options->out != NULL && other != NULL && *other != NULL; other++)
    is_read = is_read || is_in_source (*other, options->out);
  for (char **other = options->with.attach.files; options->out != NULL && other != NULL && *other != NULL; other++)
    is_read = is_read || is_in_source (*other, options->out);
  if (is_read)
    return cli_usage ("OUT is the file to read; name another file with -o");

  /* Writing beyond the limit of file sizes is an error like any other. */
  signal (SIGXFSZ, SIG_IGN);
  if (g_strcmp0 (options->out, "-") == 0)
    signal (SIGPIPE, SIG_IGN);
  Source source = {
    .path = path,
    .out = g_strcmp0 (options->out, "-") == 0 ? "standard output" : options->out,
    .part = &options->part,
    .scrub = &options->scrub,
    .with = &options->with,
    .use = cache_options_use (&options->cache),
    .cancelled = interrupt_begin (&interrupt),
  };
  CliStatus status = options->out != NULL ? convert (form, &source, options->out) : print_left (&source);
  interrupt_end (&interrupt);
  return status;
}

CliStatus
verb_convert_run (int argc, char **argv)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.out,
      "The file to write, replaced once it is complete; \"-\" is standard output", "OUT" },
    { "archive", 0, 0, G_OPTION_ARG_NONE, &options.archive, "Write the compact form, for storage or transfer",
      NULL },
    { "to", 0, 0, G_OPTION_ARG_FILENAME, &options.to,
      "The format: stepscope (the default; opens at once), sqlite (the tables of query) or chrome (the JSON of PyTorch's "
      "profiler)", "FORMAT" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("PATH");
  CliStatus status;

  g_option_context_set_summary (
    context, "Writes a profile in another format and prints both sizes:\n"
             "\n"
             "  convert trace.json.gz -o run.stepscope          a native file: opens at once\n"
             "  convert trace.json.gz -o run.archive --archive  an archive: small, to store or send\n"
             "  convert trace.json.gz -o run.db --to sqlite     the tables of query, for any tool\n"
             "  convert trace.stepscope -o a.json --to chrome   JSON for Perfetto, chrome://tracing, HTA; a.json.gz packs it\n"
             "  convert run.stepscope -o one.stepscope --step 7 one step: its figures stay the same\n"
             "  convert run.stepscope -o for.stepscope --scrub  names of people, machines, paths replaced\n"
             "\n"
             "Native files and archives keep everything in the source. Every verb reads them.");
  g_option_context_add_main_entries (context, entries, NULL);
  part_options_add (&options.part, context);
  scrub_option_add (&options.scrub, context);
  with_option_add (&options.with, context);
  cache_options_add (&options.cache, context);
  scrub_option_complete (argv);
  if (!cli_parse (context, &argc, &argv, &status))
    return status;
  if (argc != 2)
    status = cli_usage (argc < 2 ? "convert needs a PATH"
                                 : "convert takes one PATH; a directory of ranks is one profile");
  else
    status = run (&options, argv[1]);

  g_free (options.out);
  g_free (options.to);
  part_options_clear (&options.part);
  scrub_option_clear (&options.scrub);
  with_option_clear (&options.with);
  return status;
}
