-- with base_rocpd.sql
UPDATE rocpd_event_0000_ab SET extdata = '{"message": ' WHERE id = 1;
UPDATE rocpd_info_agent_0000_ab SET extdata = '[[[[' WHERE id = 1;
UPDATE rocpd_event_0000_ab SET extdata = x'00' WHERE id = 8;
