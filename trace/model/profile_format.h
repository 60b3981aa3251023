/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of all formats: what each is called, how a file of it is named and recognised, and how one is recorded. The
 * file dialog, the start page, the help, the list of known profiles and the look through folders read it. Any thread. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The list of known profiles stores these numbers: they never change. */
typedef enum
{
  PROFILE_FORMAT_NONE = 0,
  PROFILE_FORMAT_KINETO = 1,
  PROFILE_FORMAT_CHROME = 2,
  PROFILE_FORMAT_NATIVE = 3,
  PROFILE_FORMAT_ARCHIVE = 4,
  /* 5 is a folder of ranks in that list. */
  PROFILE_FORMAT_NSYS_SQLITE = 6,
  PROFILE_FORMAT_CUPTI = 7,
  PROFILE_FORMAT_RPD = 8,
  PROFILE_FORMAT_ROCPD = 9,
  PROFILE_FORMAT_ROCPROFV3 = 10,
  PROFILE_FORMAT_NSYS_REPORT = 11,
  PROFILE_FORMAT_XSPACE = 12,
  PROFILE_FORMAT_PERFETTO = 13,
  PROFILE_FORMAT_TORCH_MEMORY = 14,
  PROFILE_FORMAT_SAGEMAKER = 15, /* a folder (trace/sagemaker/job_files.h) */
  N_PROFILE_FORMATS
} ProfileFormatId;

/* Who makes the devices that the format is about. */
typedef enum
{
  VENDOR_NONE, /* any, or the file tells */
  VENDOR_NVIDIA,
  VENDOR_AMD,
} DeviceVendor;

/* How a file of the format begins. */
typedef enum
{
  PROFILE_BYTES_TEXT,     /* JSON text that contains one of the marks */
  PROFILE_BYTES_TABLES,   /* an SQLite database with a table whose name contains one of the marks */
  PROFILE_BYTES_MAGIC,    /* the first mark */
  PROFILE_BYTES_SECTIONS, /* trace/section/section.h */
  PROFILE_BYTES_MESSAGES, /* Protocol Buffers: no mark, but fields that the importer knows */
  PROFILE_BYTES_FOLDER    /* it is no file, but a folder of many */
} ProfileBytes;

#define PROFILE_MARKS_MAX      6
#define PROFILE_SUFFIXES_MAX   6
#define PROFILE_RECORDINGS_MAX 3

/* A way to record a profile of the format. */
typedef struct
{
  const char *caption; /* for translation: "PyTorch, in the training script" */
  const char *command; /* lines of code */
} ProfileRecording;

typedef struct
{
  ProfileFormatId id;
  const char *word;    /* as in trace_format (): "kineto"; NULL for formats that are not imported */
  const char *title;   /* for people and for translation: "Nsight Systems SQLite" */
  const char *list_as; /* what the format adds to a list of formats in a sentence; NULL for nothing */
  DeviceVendor vendor;
  ProfileBytes bytes;
  const char *marks[PROFILE_MARKS_MAX];             /* NULL behind the last one */
  const char *suffixes[PROFILE_SUFFIXES_MAX];       /* names in folders; several formats may have the same */
  const char *other_suffixes[PROFILE_SUFFIXES_MAX]; /* names that only the file dialog offers */
  ProfileRecording recordings[PROFILE_RECORDINGS_MAX]; /* a caption of NULL behind the last one */
  const char
    *no_gpu; /* why a profile may have no work of GPUs, for translation; NULL if nothing can be said */
} ProfileFormat;

/* Returns the table, in the order in which formats are shown and tried. */
const ProfileFormat *profile_formats (size_t *ret_n);

/* Returns a line of the table; NULL if there is none. */
const ProfileFormat *profile_format_get (ProfileFormatId id);

/* Returns the line with that word (trace_format ()); NULL if there is none. */
const ProfileFormat *profile_format_of_word (const char *word);

/* Returns the line with the first word of *words, as profile_format_of_word () does, and moves *words to the next word, or
 * to NULL behind the last one. A profile of several files has the words of their formats joined by "+". */
const ProfileFormat *profile_format_next (const char **words);

/* Returns whether the format is among those words. */
bool profile_format_is_among (ProfileFormatId id, const char *words);

/* Returns whether the name ends with one of the suffixes of the format. */
bool profile_format_has_name (const ProfileFormat *format, const char *name);

/* Returns what the formats that can be opened are called, in a sentence: "PyTorch traces, ... and other Chrome JSON".
 * English, for the command line and messages. Transfer full. */
char *profile_formats_sentence (void);

/* The first bytes of every SQLite database. */
#define SQLITE_MAGIC       "SQLite format 3"
#define SQLITE_MAGIC_BYTES 16 /* with the zero at the end */
