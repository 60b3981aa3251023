-- with base_rpd.sql
UPDATE rocpd_kernelapi SET gridX = '', workgroupY = 'y';
