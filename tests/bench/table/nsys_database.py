# SPDX-License-Identifier: Apache-2.0
"""A database as Nsight Systems exports it (2024), of one thread that launches kernels on two streams: 500,000 kernels."""

import sqlite3

KERNELS = 500000
THREAD = 0x0001000000000000 | 4242 << 24 | 4242
PROCESS = THREAD & ~0xFFFFFF

TABLES = """
CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE PROCESSES (globalPid INTEGER, pid INTEGER, name TEXT);
CREATE TABLE TARGET_INFO_GPU (id INTEGER NOT NULL, name TEXT, busLocation TEXT, uuid TEXT, smCount INTEGER,
  totalMemory INTEGER, cuDevice INTEGER, memoryBandwidth INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL,
  contextId INTEGER NOT NULL, greenContextId INTEGER, streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER,
  demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL, mangledName INTEGER, launchType INTEGER, cacheConfig INTEGER,
  registersPerThread INTEGER NOT NULL, gridX INTEGER NOT NULL, gridY INTEGER NOT NULL, gridZ INTEGER NOT NULL,
  blockX INTEGER NOT NULL, blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL, staticSharedMemory INTEGER NOT NULL,
  dynamicSharedMemory INTEGER NOT NULL, localMemoryPerThread INTEGER NOT NULL, localMemoryTotal INTEGER NOT NULL,
  gridId INTEGER NOT NULL, sharedMemoryExecuted INTEGER, graphNodeId INTEGER, sharedMemoryLimitConfig INTEGER);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL,
  globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL, callchainId INTEGER);
CREATE TABLE NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, rangeId INTEGER, category INTEGER,
  color INTEGER, text TEXT, globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER, domainId INTEGER, uint64Value INTEGER);
"""

# The tables of events, as a plain SELECT reads them all.
EVENTS = ("CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_RUNTIME", "NVTX_EVENTS")


def kernel(i):
    begin = 10000 * i + 6000
    name = 2 + i % 40
    return (begin, begin + 4000 + i % 3000, 0, 1, None, 7 + i % 2, i + 1, PROCESS, name, name, None, 0, 0, 64, 1 + i % 128, 1, 1,
            256, 1, 1, 0, 1024 * (i % 48), 0, 0, i + 1, 102400, None, 0)


def write(path):
    database = sqlite3.connect(path)
    database.executescript(TABLES)
    database.execute("INSERT INTO TARGET_INFO_GPU VALUES (0, 'NVIDIA A100', '0000:00:04.0', NULL, 108, 42949672960, 0, 0)")
    database.execute("INSERT INTO PROCESSES VALUES (?, 4242, 'python3')", (PROCESS,))
    database.executemany("INSERT INTO StringIds VALUES (?, ?)", [(1, "cudaLaunchKernel_v7000")] + [
        (2 + i, f"void gemm_kernel<float, {i}>(float const*, float const*, float*, int)") for i in range(40)])
    database.executemany(f"INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES ({','.join('?' * 28)})", map(kernel, range(KERNELS)))
    database.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, 0, ?, ?, 1, 0, NULL)", (
        (10000 * i, 10000 * i + 3000, THREAD, i + 1) for i in range(KERNELS)))
    database.executemany("INSERT INTO NVTX_EVENTS VALUES (?, ?, 59, NULL, NULL, NULL, ?, ?, NULL, NULL, 0, NULL)", (
        (10000000 * i, 10000000 * i + 9990000, f"step {i}", THREAD) for i in range(KERNELS // 1000)))
    database.commit()
    database.close()
