-- with base.sql
INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid, domainId) VALUES (0, NULL, 75, 'NCCL', 281476654432356, 3);
INSERT INTO NVTX_EVENTS (start, eventType, category, text, globalTid, domainId) VALUES (0, 33, 8, 'data', 281476654432356, 3);
INSERT INTO NVTX_EVENTS (start, eventType, text, globalTid) VALUES (0, 39, 'named by NVTX', 281476654432356);
INSERT INTO NVTX_EVENTS (start, eventType, category, color, text, globalTid, domainId, uint64Value, jsonText) VALUES
  (700, 34, 8, 4285970688, 'mark', 281476654432356, 3, -1, '{"a": 1}');
INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid, endGlobalTid, domainId, doubleValue) VALUES
  (600, 3000, 60, 'one', 281476654432356, 281476654432357, 3, 0.25), (650, 3500, 60, 'two', 281476654432356, 281476654432356, 0, NULL);
INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid) VALUES (800, NULL, 59, 'never popped', 281476654432356), (810, 820, 5000, 'later release', 281476654432356);
