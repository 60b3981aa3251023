-- with base.sql
UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET gridX = -1, blockX = 9223372036854775807, blockY = 9223372036854775807, staticSharedMemory = 9223372036854775807,
  dynamicSharedMemory = 9223372036854775807, registersPerThread = -7;
