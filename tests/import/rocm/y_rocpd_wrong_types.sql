-- with base_rocpd.sql
UPDATE rocpd_kernel_dispatch_0000_ab SET start = 'x', agent_id = 'gpu';
UPDATE rocpd_memory_copy_0000_ab SET size = 'big', dst_agent_id = 'a', stream_id = 'b';
UPDATE rocpd_region_0000_ab SET tid = 'main', name_id = 'x' WHERE id = 2;
