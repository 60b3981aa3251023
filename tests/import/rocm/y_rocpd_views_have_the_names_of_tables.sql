-- with base_rocpd.sql
CREATE VIEW rocpd_region AS SELECT * FROM rocpd_region_0000_ab;
CREATE VIEW rocpd_event AS SELECT * FROM rocpd_event_0000_ab;
