-- with base.sql
UPDATE StringIds SET value = 'cudaStreamGetCaptureInfo_v2_v11030' WHERE id = 3;
UPDATE StringIds SET value = 'cuMemcpyDtoH_v2' WHERE id = 4;
