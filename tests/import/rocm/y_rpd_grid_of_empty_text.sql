-- base: rpd.base
UPDATE rocpd_kernelapi SET gridX = '', workgroupY = 'y';
