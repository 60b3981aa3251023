/* SPDX-License-Identifier: Apache-2.0
 *
 * The processes of an export and what each becomes: a rank of its own if it makes a GPU work, else a part of the first
 * rank. So a correlation id, which is unique within a process only, never links two processes.
 *
 * A serialized id ("globalPid", "globalTid") holds a machine in its upper 16 bits, then 24 bits of the process and 24
 * bits of the thread; the same process has the same upper 40 bits. Tables of device work must be read before those of the
 * host, because only then is it known which processes use a GPU. */

#pragma once

#include "trace/import/tracks/import_tracks.h"

typedef struct NsysProcesses NsysProcesses;

/* The current rank of the builder is the first rank. Returns NULL if memory runs out. */
NsysProcesses *nsys_processes_new (TraceBuilder *builder);
void nsys_processes_free (NsysProcesses *processes);

/* The process of rows that do not name one. */
void nsys_processes_set_default (NsysProcesses *processes, int64_t global_id);

/* Return an index of the process of a globalPid or globalTid, which is NULL if the row has none. The first one gives it a
 * rank of its own. O(1). */
uint32_t nsys_processes_of_gpu (NsysProcesses *processes, const int64_t *global_id);
uint32_t nsys_processes_find (NsysProcesses *processes, const int64_t *global_id);

/* Return whether anything asked for the process, or thread, of an id before. O(1). */
bool nsys_processes_has (const NsysProcesses *processes, int64_t global_id);
bool nsys_processes_has_thread (const NsysProcesses *processes, int64_t global_tid);

/* Returns an index of a thread. O(1). */
uint32_t nsys_processes_thread (NsysProcesses *processes, const int64_t *global_tid);
uint32_t nsys_processes_of_thread (const NsysProcesses *processes, uint32_t thread);
uint32_t nsys_processes_tid (const NsysProcesses *processes, uint32_t thread);

/* Returns the main thread of a process. */
uint32_t nsys_processes_main_thread (NsysProcesses *processes, uint32_t process);

/* Returns the correlation id for a slice of the process: 0 if it does not use a GPU. */
int64_t nsys_processes_correlation (const NsysProcesses *processes, uint32_t process, int64_t correlation);

bool nsys_processes_uses_gpu (const NsysProcesses *processes, uint32_t process);
uint32_t nsys_processes_count (const NsysProcesses *processes);
int64_t nsys_processes_pid (const NsysProcesses *processes, uint32_t process);

/* Returns the rank of the builder that a process is, or is part of. */
uint32_t nsys_processes_rank (const NsysProcesses *processes, uint32_t process);

/* Returns a process that uses the device: the first that did, else the first of the file. O(streams). */
uint32_t nsys_processes_of_device (NsysProcesses *processes, int64_t pid, int64_t device);

/* ---- tracks of the builder; O(1) ---- */

uint32_t nsys_processes_device_track (NsysProcesses *processes,
                                      uint32_t process,
                                      int64_t device,
                                      int64_t stream,
                                      SliceKind kind);
uint32_t nsys_processes_host_track (NsysProcesses *processes, uint32_t thread, SliceKind kind);
uint32_t nsys_processes_thread_track (NsysProcesses *processes, uint32_t thread);
uint32_t
nsys_processes_async_track (NsysProcesses *processes, uint32_t thread, uint32_t category, uint32_t name);
uint32_t
nsys_processes_counter_track (NsysProcesses *processes, uint32_t process, uint32_t name, uint32_t series);
uint32_t nsys_processes_device_counter_track (NsysProcesses *processes,
                                              uint32_t process,
                                              int64_t device,
                                              uint32_t name);

/* ---- names and numbers ---- */

/* Of several names of a thread the one with the lowest priority counts: 0 is the user's, 10 the tool's, 20 the
 * system's. */
void
nsys_processes_name_thread (NsysProcesses *processes, int64_t global_tid, int64_t priority, uint32_t name);
void nsys_processes_name (NsysProcesses *processes, int64_t global_pid, uint32_t name);

/* The process calls itself so, for example by MPI. */
void nsys_processes_set_rank_number (NsysProcesses *processes, int64_t global_id, int64_t number);

/* Writes names to tracks and gives each rank its number: what the processes call themselves if each of them does, and no
 * two the same, else by the order of devices, then of processes. A single rank that does not call itself anything gets
 * file_number if that is not negative. Calls each once per rank with that rank as the current one. Call it once, at the
 * end. */
void nsys_processes_finish (NsysProcesses *processes,
                            int64_t file_number,
                            void (*each) (uint32_t process, void *user_data),
                            void *user_data);
