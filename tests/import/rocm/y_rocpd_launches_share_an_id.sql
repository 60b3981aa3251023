-- with base_rocpd.sql
UPDATE rocpd_event_0000_ab SET stack_id = 2 WHERE id IN (3, 5);
