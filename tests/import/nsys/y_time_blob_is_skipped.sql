-- with base.sql
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, streamId, globalPid, demangledName) VALUES (x'0102', 9000, 0, 7, 281476654432256, 1);
