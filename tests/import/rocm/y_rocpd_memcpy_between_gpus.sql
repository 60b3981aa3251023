-- with base_rocpd.sql
INSERT INTO rocpd_info_agent_0000_ab (id, type, name) VALUES (2, 'GPU', 'gfx942');
UPDATE rocpd_memory_copy_0000_ab SET src_agent_id = 2, name_id = NULL;
