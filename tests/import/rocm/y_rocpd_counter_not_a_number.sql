-- with base_rocpd.sql
UPDATE rocpd_pmc_event_0000_ab SET value = 'many';
INSERT INTO rocpd_pmc_event_0000_ab (event_id, pmc_id, value) VALUES (999, 500, 1.0), (4, 999, 2.0);
