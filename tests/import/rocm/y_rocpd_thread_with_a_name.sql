-- with base_rocpd.sql
UPDATE rocpd_info_thread_0000_ab SET name = 'main';
