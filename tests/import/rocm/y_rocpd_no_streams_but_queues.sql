-- with base_rocpd.sql
UPDATE rocpd_kernel_dispatch_0000_ab SET stream_id = 0;
UPDATE rocpd_memory_copy_0000_ab SET stream_id = 0;
