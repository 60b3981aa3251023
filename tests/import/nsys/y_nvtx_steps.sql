-- with base.sql
INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid) VALUES (600, 1600, 59, 'step_1', 281476654432356), (1600, 2600, 59, 'Step 2', 281476654432356), (2600, 7000, 59, 'step_3', 281476654432356);
