-- with base_rocpd.sql
DROP TABLE rocpd_event_0000_ab;
