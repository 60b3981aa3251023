-- with base.sql
UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET deviceId = 'a', contextId = 'b', streamId = 'c', correlationId = 'd', globalPid = 'e',
  demangledName = 'f', registersPerThread = 'g', gridX = 'h', blockX = 'i', staticSharedMemory = 'j', dynamicSharedMemory = 'k';
