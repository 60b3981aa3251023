-- with base.sql
INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid) VALUES (600, 700, 59, 'aten::mm, seq = 4, op_id = 7, sizes = [[2, 3], [3, 4]]', 281476654432356),
  (610, 620, 59, 'aten::view, op_id = 8', 281476654432356), (630, 640, 59, 'a, b', 281476654432356), (650, 660, 59, 'x, seq = , op_id = 99999999999999999999', 281476654432356),
  (670, 680, 59, 'aten::cat, op_id = 9, sizes = [[2, "x"', 281476654432356);
