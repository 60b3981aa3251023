/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/health/health_words.h"

#include <glib.h>

#include "trace/text/marked_text.h"

/* Marks a text with a plural for xgettext. */
#define NN_(one, many) \
  {                    \
    one, many          \
  }

static const HealthWords words[N_HEALTH_IDS] = {
  [HEALTH_DIRECTORY_FILE_SKIPPED] = {
    N_ ("Files of the directory are not traces, or not of the format of its ranks"),
    N_ ("They were left out."),
    N_ ("Open it by itself to see what it holds. If it recorded the same run, Show as One Profile or --with FILE adds it to "
        "this profile."),
  },
  [HEALTH_DIRECTORY_FILE_UNREADABLE] = {
    N_ ("Files of the directory could not be read"),
    N_ ("Their ranks are missing from every number."),
    N_ ("Open such a file by itself to see what is wrong with it. Copy it again if it is not complete."),
  },
  [HEALTH_GZIP_DAMAGED] = {
    N_ ("The compressed data is damaged"),
    N_ ("Everything before the damage was read, nothing after it."),
    N_ ("Copy the file again. The command gzip -t checks whether a copy is complete."),
  },
  [HEALTH_GZIP_TRUNCATED] = {
    N_ ("The compressed file ends early"),
    N_ ("Everything before its end was read, but the rest is missing from every number."),
    N_ ("Copy the file again. If the job was killed while it wrote the file, this is all there is."),
  },
  [HEALTH_GZIP_TRAILING] = {
    N_ ("The compressed file is followed by bytes that are not compressed data"),
    N_ ("They were ignored."),
    NULL,
  },
  [HEALTH_ZSTD_DAMAGED] = {
    N_ ("The compressed data is damaged"),
    N_ ("Every block before the damaged one was read, nothing after it."),
    N_ ("Copy the file again. The command zstd -t checks whether a copy is complete."),
  },
  [HEALTH_ZSTD_TRUNCATED] = {
    N_ ("The compressed file ends early"),
    N_ ("Every complete block was read, but the rest is missing from every number."),
    N_ ("Copy the file again. If the job was killed while it wrote the file, this is all there is."),
  },
  [HEALTH_ZSTD_TRAILING] = {
    N_ ("The compressed file is followed by bytes that are not compressed data"),
    N_ ("They were ignored."),
    NULL,
  },
  [HEALTH_SQLITE_TRUNCATED] = {
    N_ ("The database is shorter than it says"),
    N_ ("Every row on the pages that are there was read, but the rows on other pages are missing from every number."),
    N_ ("Copy or export the file again. If the export was killed or the disk was full, this is all there is."),
  },
  [HEALTH_SQLITE_DAMAGED] = {
    N_ ("Tables of the database are damaged"),
    N_ ("The rows before and after a damaged place were read, those at it are missing from every number."),
    N_ ("Copy or export the file again. The command sqlite3 FILE \"PRAGMA quick_check\" checks a copy."),
  },
  [HEALTH_RECORDING_PROBLEM] = {
    N_ ("The profiler reported problems while it recorded"),
    N_ ("Events may be missing from the file that it wrote."),
    N_ ("Read its messages among the settings of the recording, in the window's Information."),
  },
  [HEALTH_CUPTI_TRUNCATED] = {
    N_ ("The file, or a buffer in it, ends inside a CUPTI record"),
    N_ ("Everything before it was read, but the rest is missing from every number."),
    N_ ("Copy the file again. If the job was killed while it wrote the file, this is all there is."),
  },
  [HEALTH_CUPTI_UNCLOSED] = {
    N_ ("The recorder did not finish the file of CUPTI records"),
    N_ ("Every record in it was read, but buffers that were not full may never have been written."),
    N_ ("Stop the recorder before the job ends, so that it can write everything."),
  },
  [HEALTH_CUPTI_LOST] = {
    N_ ("CUPTI or the recorder dropped records"),
    N_ ("They were never written, so they are missing from every number."),
    N_ ("Record with larger or more buffers, or with fewer kinds of records."),
  },
  [HEALTH_CUPTI_CHUNK_DAMAGED] = {
    N_ ("Parts of the file of CUPTI records are damaged"),
    N_ ("Reading went on at the next intact chunk, and what they held is missing from every number."),
    N_ ("Copy the file again."),
  },
  [HEALTH_CUPTI_CHUNK_UNKNOWN] = {
    N_ ("The file of CUPTI records has chunks of an unknown type"),
    N_ ("They were passed over."),
    N_ ("A newer version of this program may read them."),
  },
  [HEALTH_CUPTI_SIZE_INVALID] = {
    N_ ("The file states sizes of records that no CUDA release has"),
    N_ ("Possible sizes were used all the same, so records may have been read wrongly; impossible ones were ignored."),
    N_ ("Check how the recorder measures the sizes of records."),
  },
  [HEALTH_CUPTI_KIND_UNKNOWN] = {
    N_ ("Buffers have a record of unknown kind, whose length is not known"),
    N_ ("The rest of each such buffer was not read; other buffers were."),
    N_ ("A newer version of this program may know the kind. If the file was copied, copy it again."),
  },
  [HEALTH_CUPTI_KIND_NOT_SHOWN] = {
    N_ ("CUPTI records of kinds that a GPU profile does not use were skipped"),
    N_ ("No number is affected."),
    NULL,
  },
  [HEALTH_CUPTI_PADDING] = {
    N_ ("There are bytes of zero between CUPTI records"),
    N_ ("They were passed over."),
    NULL,
  },
  [HEALTH_CUPTI_NO_TIME] = {
    N_ ("CUPTI could not measure when activities ran, because its buffers on the device were full or they had not ended"),
    N_ ("They were skipped, and no number includes them."),
    N_ ("Raise CUPTI's device buffer size or pool limit, and synchronise before the recording ends."),
  },
  [HEALTH_CUPTI_TEXT_MISSING] = {
    N_ ("Records refer to texts that the file does not have"),
    N_ ("The address stands for the name, and different kernels may share it."),
    N_ ("Record into a container, which holds the names of kernels."),
  },
  [HEALTH_CUPTI_CALL_UNKNOWN] = {
    N_ ("API calls have numbers that no known CUDA release has"),
    N_ ("The number stands for the name."),
    NULL,
  },
  [HEALTH_XSPACE_TRUNCATED] = {
    N_ ("The file ends early"),
    N_ ("Every event before its end was read, but the rest is missing from every number, and names of the last plane may be missing."),
    N_ ("Copy the file again. If the job was killed while it wrote the file, this is all there is."),
  },
  [HEALTH_XSPACE_DAMAGED] = {
    N_ ("Parts of the file are damaged"),
    N_ ("What follows the damage in the same line or plane was not read."),
    N_ ("Copy the file again, as a binary file."),
  },
  [HEALTH_XSPACE_EVENT_DAMAGED] = {
    N_ ("Events are damaged or have impossible sizes"),
    N_ ("They are missing from every number."),
    N_ ("Copy the file again, as a binary file."),
  },
  [HEALTH_XSPACE_AGGREGATE] = {
    N_ ("Events count occurrences and have no time"),
    N_ ("They are not shown."),
    NULL,
  },
  [HEALTH_JSON_BOM] = {
    N_ ("The text begins with a byte order mark"),
    N_ ("It was ignored."),
    NULL,
  },
  [HEALTH_JSON_TRUNCATED] = {
    N_ ("The file ends inside an event"),
    N_ ("Everything before it was read, but that event and the rest are missing from every number."),
    N_ ("Copy the file again. If the job was killed while it wrote the file, this is all there is."),
  },
  [HEALTH_JSON_UNCLOSED] = {
    N_ ("The file ends before its last bracket, as the file of a killed job does"),
    N_ ("Every event in it was read, but others may never have been written."),
    N_ ("Stop the profiler before the job ends, so that it can write everything."),
  },
  [HEALTH_JSON_HEADER_DAMAGED] = {
    N_ ("The text before the events is not valid JSON"),
    N_ ("The events were found by their shape, but settings written before them may be missing."),
    N_ ("Copy the file again. If it is the original, report this to the makers of the program that wrote it."),
  },
  [HEALTH_JSON_TAIL_DAMAGED] = {
    N_ ("The text after the events is not valid JSON"),
    N_ ("Settings written there, such as the time base, may be missing."),
    N_ ("Copy the file again. If it is the original, report this to the makers of the program that wrote it."),
  },
  [HEALTH_JSON_KEY_TOO_LARGE] = {
    N_ ("Settings of the file beyond 16 MiB are not kept"),
    N_ ("No event is affected."),
    NULL,
  },
  [HEALTH_JSON_EVENT_SKIPPED] = {
    N_ ("Events are not valid JSON and could not be repaired"),
    N_ ("No number includes them."),
    N_ ("Look at the reported place in the file. If the file was copied or edited, use the original."),
  },
  [HEALTH_JSON_EVENT_TOO_LARGE] = {
    N_ ("Events are larger than 256 MiB"),
    N_ ("No number includes them."),
    N_ ("Record again with fewer arguments, for example without stacks."),
  },
  [HEALTH_JSON_EVENT_EMPTY] = {
    N_ ("There are empty objects between the events"),
    N_ ("They carry no data and were skipped."),
    NULL,
  },
  [HEALTH_JSON_NO_ARRAY] = {
    N_ ("Events follow one another without an array around them"),
    N_ ("Every event was read."),
    NULL,
  },
  [HEALTH_JSON_SEPARATOR] = {
    N_ ("Commas between events are missing or doubled, or there is something else between events"),
    N_ ("Every event was read."),
    NULL,
  },
  [HEALTH_JSON_TRAILING_COMMA] = {
    N_ ("There is a comma before a closing bracket"),
    N_ ("Nothing is lost."),
    NULL,
  },
  [HEALTH_JSON_CONTROL_CHARACTER] = {
    N_ ("Texts contain unescaped control characters"),
    N_ ("They were kept as they are."),
    NULL,
  },
  [HEALTH_JSON_ESCAPE] = {
    N_ ("Texts contain backslashes that escape nothing"),
    N_ ("They were kept as they are."),
    NULL,
  },
  [HEALTH_JSON_NUL] = {
    N_ ("Texts contain the character U+0000"),
    N_ ("It was kept, but other programs may end the text there."),
    NULL,
  },
  [HEALTH_JSON_QUOTE] = {
    N_ ("Texts contain unescaped quotation marks"),
    N_ ("The ends of these texts were inferred, so a name or an argument may be wrong."),
    N_ ("Compare the names of these events with the file."),
  },
  [HEALTH_JSON_UTF8] = {
    N_ ("Texts are not valid UTF-8"),
    N_ ("The bytes were kept, and invalid ones are shown as a replacement character."),
    NULL,
  },
  [HEALTH_JSON_NUMBER] = {
    N_ ("Numbers have a form that JSON does not allow"),
    N_ ("Times were read by their meaning, and arguments were kept as text."),
    NULL,
  },
  [HEALTH_JSON_NOT_FINITE] = {
    N_ ("Arguments contain NaN or infinity"),
    N_ ("They were kept as text, and no number includes them."),
    NULL,
  },
  [HEALTH_JSON_DUPLICATE_KEY] = {
    N_ ("Events have a key twice"),
    N_ ("The last of its values counts, and arguments show all of them."),
    N_ ("Report this to the makers of the program that wrote the file."),
  },
  [HEALTH_EVENT_PHASE_MISSING] = {
    N_ ("Events do not say what they are (\"ph\" is missing)"),
    N_ ("They were skipped, and no number includes them."),
    N_ ("Report this to the makers of the program that wrote the file."),
  },
  [HEALTH_EVENT_PHASE_UNKNOWN] = {
    N_ ("Events have a kind that the trace format does not define (\"ph\")"),
    N_ ("They were skipped, and no number includes them."),
    N_ ("Report this to the makers of the program that wrote the file."),
  },
  [HEALTH_EVENT_PHASE_LONG] = {
    N_ ("Events give their kind in several letters (\"ph\")"),
    N_ ("The first letter counts, as in Perfetto."),
    NULL,
  },
  [HEALTH_EVENT_PHASE_NOT_SHOWN] = {
    N_ ("Events of kinds that a GPU profile does not use (samples, objects, memory dumps, clock marks) were skipped"),
    N_ ("No number is affected."),
    NULL,
  },
  [HEALTH_EVENT_TIME_INVALID] = {
    N_ ("The time of events is missing, not a number or out of range"),
    N_ ("They were skipped, and no number includes them."),
    N_ ("Report this to the makers of the program that wrote the file."),
  },
  [HEALTH_EVENT_DURATION_INVALID] = {
    N_ ("The duration of slices is not a number or is out of range"),
    N_ ("They were skipped, and no number includes them."),
    N_ ("Report this to the makers of the program that wrote the file."),
  },
  [HEALTH_EVENT_DURATION_MISSING] = {
    N_ ("Slices have no duration"),
    N_ ("They are shown with a length of 0, and no total includes their time."),
    N_ ("Report this to the makers of the program that wrote the file."),
  },
  [HEALTH_EVENT_DURATION_NEGATIVE] = {
    N_ ("Slices have a negative duration"),
    N_ ("Their duration counts as 0."),
    NULL,
  },
  [HEALTH_EVENT_TIME_ROUNDED] = {
    N_ ("Times have more than three decimals of a microsecond"),
    N_ ("They were rounded to the nanosecond, half to even."),
    NULL,
  },
  [HEALTH_EVENT_TIME_NEGATIVE] = {
    N_ ("Events begin before the time base of their file"),
    N_ ("They were kept at the time they give."),
    NULL,
  },
  [HEALTH_EVENT_TIME_FAR] = {
    N_ ("Times are further from all others than an hour and than a thousand times the length of the recording"),
    N_ ("They were kept, but the time span that is shown and that percentages refer to leaves them out."),
    NULL,
  },
  [HEALTH_EVENT_NAME_MISSING] = {
    N_ ("Slices have no name"),
    N_ ("They are shown with an empty name."),
    NULL,
  },
  [HEALTH_ROW_NUMBER_MISSING] = {
    N_ ("Activities lack a number, such as their bytes, device or stream, or have something else in its place"),
    N_ ("They were kept without it, and sums of it leave them out."),
    NULL,
  },
  [HEALTH_COUNTER_VALUE_INVALID] = {
    N_ ("Counter samples are not numbers"),
    N_ ("They were left out of their series."),
    NULL,
  },
  [HEALTH_SLICE_KIND_FROM_NAME] = {
    N_ ("Slices have no category"),
    N_ ("Their names tell what they are: steps, operators, annotations, API calls or device work."),
    N_ ("Record with a build of PyTorch that has Kineto to have categories, shapes and kernels."),
  },
  [HEALTH_SLICE_UNFINISHED] = {
    N_ ("Slices were begun but never ended"),
    N_ ("They are shown up to the end of the recording, and no total includes them."),
    N_ ("Stop the profiler before the job ends, so that it can end them."),
  },
  [HEALTH_SLICE_END_WITHOUT_BEGIN] = {
    N_ ("Ends have no begin, because it lies before the recording"),
    N_ ("They cannot be shown, and no number includes them."),
    NULL,
  },
  [HEALTH_SLICE_OVERLAP] = {
    N_ ("Slices of one row overlap without nesting"),
    N_ ("All are kept with their times unchanged, in additional lanes."),
    NULL,
  },
  [HEALTH_LANES_FULL] = {
    N_ ("Slices overlap more than 512 deep"),
    N_ ("All are kept, and the deepest share the last lane."),
    NULL,
  },
  [HEALTH_CORRELATION_SHARED] = {
    N_ ("Several runtime calls share a correlation id"),
    N_ ("The earliest of them that launches something counts as the launch."),
    NULL,
  },
  [HEALTH_RUN_WITHOUT_LAUNCH] = {
    N_ ("Device activities have a correlation id that no call has, usually because they were launched before the recording began"),
    N_ ("They have no arrow and no launch latency, but count in every other number."),
    N_ ("Record some warm-up steps before the steps that matter."),
  },
  [HEALTH_RUN_BEFORE_LAUNCH] = {
    N_ ("Device activities begin before the call that launched them"),
    N_ ("The clocks differ, and launch latencies are wrong by that difference."),
    NULL,
  },
  [HEALTH_FLOW_UNMATCHED] = {
    N_ ("Arrows of the file have only one end, or no slice where they begin or end"),
    N_ ("They are not shown, and no number is affected."),
    NULL,
  },
  [HEALTH_COMBINED_LEFT_OUT] = {
    N_ ("Several of the combined profiles recorded the same GPU activities, API calls, operators or annotations"),
    N_ ("Those of the profile with the most of them are shown, so that nothing counts twice."),
    NULL,
  },
  [HEALTH_RANKS_FORMATS_DIFFER] = {
    N_ ("Files of the directory are of another format than the first"),
    N_ ("Each file is a rank of its own."),
    N_ ("If they recorded the same run, open the files instead of the directory; Show as One Profile or --with FILE makes one "
        "of them."),
  },
  [HEALTH_RANKS_DUPLICATE] = {
    N_ ("Files give the same rank"),
    N_ ("All but the first got the next free number."),
    N_ ("Keep the files of each run in a separate directory."),
  },
  [HEALTH_RANKS_NO_COMMON_CLOCK] = {
    N_ ("The ranks have no common clock"),
    N_ ("Each begins at 0, and times cannot be compared between them."),
    N_ ("Record with a profiler that writes the time base of each file."),
  },
  [HEALTH_PERFETTO_TRUNCATED] = {
    N_ ("The file ends inside a packet"),
    N_ ("Everything before it was read, but the rest is missing from every number."),
    N_ ("Copy the file again. If the recording was killed while it wrote the file, this is all there is."),
  },
  [HEALTH_PERFETTO_DAMAGED] = {
    N_ ("The file is damaged at a place where a packet should begin"),
    N_ ("Everything before it was read, nothing after it."),
    N_ ("Copy the file again."),
  },
  [HEALTH_PERFETTO_PACKET_DAMAGED] = {
    N_ ("Packets are damaged, or larger than any that is written"),
    N_ ("They were skipped, and no number includes them."),
    N_ ("Copy the file again."),
  },
  [HEALTH_PERFETTO_PART_DAMAGED] = {
    N_ ("Parts of packets are damaged"),
    N_ ("The rest of each such packet was used; texts or arguments may be missing from its event."),
    N_ ("Copy the file again."),
  },
  [HEALTH_PERFETTO_PACKED_DAMAGED] = {
    N_ ("Compressed packets in the file are damaged, or hold more than any writer puts there"),
    N_ ("The packets before a damaged place were read, those behind it in the same bundle are missing from every number."),
    N_ ("Copy the file again."),
  },
  [HEALTH_PERFETTO_PACKETS_LOST] = {
    N_ ("The recording lost packets, because a buffer was full or was overwritten"),
    N_ ("How many events they held is not known, and no number includes them."),
    N_ ("Record with larger buffers (size_kb), or fewer categories."),
  },
  [HEALTH_PERFETTO_STATE_MISSING] = {
    N_ ("Events need names or times that were in lost packets"),
    N_ ("They were skipped, and no number includes them."),
    N_ ("Record with larger buffers (size_kb), so that no packet is lost or overwritten."),
  },
  [HEALTH_PERFETTO_TEXT_MISSING] = {
    N_ ("Events refer to texts that the file does not have"),
    N_ ("They are shown without that text."),
    NULL,
  },
  [HEALTH_PERFETTO_CLOCK_UNKNOWN] = {
    N_ ("Events have times of a clock that no snapshot of clocks relates to the others"),
    N_ ("Their times are shown as they are, so they may be far from those of other events."),
    N_ ("Record with clock snapshots, which are on by default."),
  },
  [HEALTH_PERFETTO_KIND_NOT_SHOWN] = {
    N_ ("Packets of kinds that are not read were skipped, such as those of the kernel's ftrace"),
    N_ ("No number includes them; the settings of the recording list how many of each kind there are."),
    NULL,
  },
  [HEALTH_MEMORY_TRUNCATED] = {
    N_ ("The memory snapshot ends early"),
    N_ ("What was allocated before its events is not known: its counters have the least values that are possible."),
    N_ ("Copy the file again, or let the program finish writing it."),
  },
  [HEALTH_MEMORY_OUT_OF_MEMORY] = {
    N_ ("The GPU ran out of memory while this was recorded"),
    N_ ("The timeline marks where; no figure is affected."),
    N_ ("List the largest allocations at that time: stats --report allocations_live --at TIME."),
  },
  [HEALTH_MEMORY_CONTRADICTION] = {
    N_ ("The history of allocations contradicts itself or what is in use at its end"),
    N_ ("Memory was released twice, allocated where something was, or lost; counters may be off by these."),
    NULL,
  },
  [HEALTH_MEMORY_NO_TIME] = {
    N_ ("Allocations have no time"),
    N_ ("They are shown in their order, each a microsecond behind the one before."),
    N_ ("Record with PyTorch 2.1 or newer, which writes the time."),
  },
  [HEALTH_MEMORY_EVENT_SKIPPED] = {
    N_ ("Parts of a memory snapshot are not what such a part is"),
    N_ ("No number includes them."),
    N_ ("If another program has changed the file, use the original."),
  },
  [HEALTH_MEMORY_STACKS_LEFT_OUT] = {
    N_ ("There are too many different call stacks to keep all"),
    N_ ("Later allocations have none; bytes and counters are complete."),
    N_ ("Record with stacks=\"python\", which leaves out those of C++."),
  },
  [HEALTH_ATTACHED_ROW_SKIPPED] = {
    N_ ("Rows of attached counters cannot be read"),
    N_ ("They are missing from the counters, and no other number is affected."),
    NULL,
  },
  [HEALTH_ATTACHED_VALUE_MISSING] = {
    N_ ("Attached counters have values that could not be measured, such as N/A"),
    N_ ("There is no sample for them."),
    NULL,
  },
  [HEALTH_ATTACHED_GPU_UNKNOWN] = {
    N_ ("Attached counters are of GPUs that no device of the profile is known to be"),
    N_ ("They are shown at the machine, by the number or the name that the file gives them."),
    NULL,
  },
  [HEALTH_ATTACHED_SHIFT_FOUND] = {
    N_ ("Times of attached counters were shifted so that GPU utilization follows the GPU activity of the profile"),
    N_ ("The counters may be off by up to about a sample."),
    N_ ("Information shows the shift. If it is wrong, attach the file with the right one."),
  },
  [HEALTH_ATTACHED_FILE_DATE] = {
    N_ ("Attached counters have no time of the day"),
    N_ ("Their last row is taken for the time at which the file was last written."),
    N_ ("If the file was copied or changed since, attach it with the time of its begin."),
  },
  [HEALTH_SQLITE_LOG_NOT_READ] = {
    N_ ("A write-ahead log lies beside the database and was not read"),
    N_ ("The newest rows may be in it, and then are missing from every number."),
    N_ ("The command sqlite3 FILE \"PRAGMA wal_checkpoint(TRUNCATE)\" moves them into the database. Then open it again."),
  },
  [HEALTH_SAGEMAKER_ROW_SKIPPED] = {
    N_ ("Rows of metrics, or phases of the job, cannot be read"),
    N_ ("They are missing from the counters and the row of the job."),
    N_ ("If a file was cut while it was copied, copy it again."),
  },
  [HEALTH_SAGEMAKER_FILE_LEFT_OUT] = {
    N_ ("The job has more folders, files or processes than are read"),
    N_ ("The last of them were left out."),
    N_ ("Open the folder of one machine, or of a part of the job, to see them."),
  },
  [HEALTH_SAGEMAKER_CLOCK_GUESSED] = {
    N_ ("Timelines of the job do not tell when they began"),
    N_ ("They lie where the names of their files and folders put them, which may be off by seconds or a time zone."),
    N_ ("Copy the .metadata files of the job as well."),
  },
  [HEALTH_SAGEMAKER_NO_END] = {
    N_ ("The folder of the job has no end marker"),
    N_ ("The job is taken to have stopped where its last file ends."),
    N_ ("If it has ended, copy training_job_end.ts and everything that was uploaded since."),
  },
  [HEALTH_SAGEMAKER_FILE_TWICE] = {
    N_ ("The folder of the job holds files twice"),
    N_ ("Each was read once."),
    NULL,
  },
  [HEALTH_SAGEMAKER_FILE_NOT_SHOWN] = {
    N_ ("Files of the job hold what is not shown, such as tensors, reports and profiles of Python"),
    N_ ("They were not read, and no number is affected."),
    NULL,
  },
  [HEALTH_JOB_RANK_MISSING] = {
    N_ ("Ranks of the job have no summary"),
    N_ ("Their figures are missing from all sums, and collectives are compared without them."),
    N_ ("Summarize the traces of these ranks, then merge again."),
  },
  [HEALTH_JOB_RANK_TWICE] = {
    N_ ("Several summaries are of one rank"),
    N_ ("The first of them by the path of its trace is used."),
    N_ ("Merge the summaries of one run only."),
  },
  [HEALTH_JOB_SUMMARY_DAMAGED] = {
    N_ ("Summaries could not be read"),
    N_ ("Their ranks are missing."),
    N_ ("Summarize the traces of these ranks again, then merge again."),
  },
  [HEALTH_PERFETTO_CLOCK_APART] = {
    N_ ("Events have times of clocks that no snapshot of clocks relates to that of the first event"),
    N_ ("They were skipped, and no number includes them."),
    N_ ("Record with clock snapshots, which are on by default."),
  },
  [HEALTH_XSPACE_TEXT_CUT] = {
    N_ ("Names and texts are longer than 1 MiB"),
    N_ ("Only their begin is shown; names that differ only after it look the same."),
    NULL,
  },
  [HEALTH_COMBINED_SAMPLES_LEFT_OUT] = {
    N_ ("Several of the combined profiles have the same counters"),
    N_ ("Each counter is taken from the profile with the most samples of it."),
    NULL,
  },
  [HEALTH_ATTACHED_START_SECOND] = {
    N_ ("The file of attached counters tells its start to the second only"),
    N_ ("The counters may be shown up to a second too early."),
    N_ ("If that matters, attach the file with the exact start."),
  },
};

const HealthWords health_words_of_damage = {
  N_ ("A section of the native file differs from what was written"),
  N_ ("Numbers that come from it may be wrong."),
  N_ ("Open the source file again, or convert it again."),
};

static const HealthNoun nouns[N_HEALTH_UNITS] = {
  [HEALTH_COUNTS_PLACES] = NN_ ("%s place", "%s places"),
  [HEALTH_COUNTS_EVENTS] = NN_ ("%s event", "%s events"),
  [HEALTH_COUNTS_SLICES] = NN_ ("%s slice", "%s slices"),
  [HEALTH_COUNTS_FILES] = NN_ ("%s file", "%s files"),
  [HEALTH_COUNTS_RANKS] = NN_ ("%s rank", "%s ranks"),
  [HEALTH_COUNTS_ROWS] = NN_ ("%s row", "%s rows"),
  [HEALTH_COUNTS_NUMBERS] = NN_ ("%s number", "%s numbers"),
  [HEALTH_COUNTS_SETTINGS] = NN_ ("%s setting", "%s settings"),
  [HEALTH_COUNTS_MESSAGES] = NN_ ("%s message", "%s messages"),
  [HEALTH_COUNTS_SAMPLES] = NN_ ("%s sample", "%s samples"),
  [HEALTH_COUNTS_CALLS] = NN_ ("%s API call", "%s API calls"),
  [HEALTH_COUNTS_ACTIVITIES] = NN_ ("%s activity", "%s activities"),
  [HEALTH_COUNTS_ARROWS] = NN_ ("%s arrow", "%s arrows"),
};

static const HealthNoun shares[N_HEALTH_UNITS] = {
  [HEALTH_COUNTS_EVENTS] = NN_ ("%s of %s event", "%s of %s events"),
  [HEALTH_COUNTS_SLICES] = NN_ ("%s of %s slice", "%s of %s slices"),
  [HEALTH_COUNTS_FILES] = NN_ ("%s of %s file", "%s of %s files"),
};

const HealthWords *
health_id_words (HealthId id)
{
  return &words[id];
}

const HealthNoun *
health_unit_noun (HealthUnit unit)
{
  return &nouns[unit];
}

const HealthNoun *
health_unit_share (HealthUnit unit)
{
  return shares[unit].one != NULL ? &shares[unit] : NULL;
}

/* This works because no effect begins with a proper name. */
char *
health_id_message (HealthId id)
{
  const HealthWords *said = &words[id];

  return g_strdup_printf ("%s; %c%s", said->what, g_ascii_tolower (said->effect[0]), said->effect + 1);
}
