-- with base.sql
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (end, deviceId, streamId, globalPid, demangledName) VALUES (9000, 0, 7, 281476654432256, 1);
