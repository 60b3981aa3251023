-- with base_rocpd.sql
INSERT INTO rocpd_event_0000_ab (id, category_id, stack_id, extdata) VALUES (20, 1, 0, '{}');
INSERT INTO rocpd_sample_0000_ab (track_id, timestamp, event_id) VALUES (1, 7000, 20);
INSERT INTO rocpd_pmc_event_0000_ab (event_id, pmc_id, value) VALUES (20, 500, 3.0);
