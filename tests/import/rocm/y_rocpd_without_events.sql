-- base: rocpd.base
DROP TABLE rocpd_event_0000_ab;
