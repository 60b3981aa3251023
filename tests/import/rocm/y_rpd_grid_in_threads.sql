-- with base_rpd.sql
UPDATE rocpd_string SET string = 'hipExtModuleLaunchKernel' WHERE id = 2;
UPDATE rocpd_kernelapi SET gridX = 1793;
