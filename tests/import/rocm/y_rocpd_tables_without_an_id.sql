-- with base_rocpd.sql
ALTER TABLE `rocpd_string_0000_ab` RENAME TO rocpd_string;
ALTER TABLE `rocpd_info_process_0000_ab` RENAME TO rocpd_info_process;
ALTER TABLE `rocpd_info_thread_0000_ab` RENAME TO rocpd_info_thread;
ALTER TABLE `rocpd_info_agent_0000_ab` RENAME TO rocpd_info_agent;
ALTER TABLE `rocpd_event_0000_ab` RENAME TO rocpd_event;
ALTER TABLE `rocpd_region_0000_ab` RENAME TO rocpd_region;
ALTER TABLE `rocpd_kernel_dispatch_0000_ab` RENAME TO rocpd_kernel_dispatch;
ALTER TABLE `rocpd_info_kernel_symbol_0000_ab` RENAME TO rocpd_info_kernel_symbol;
ALTER TABLE `rocpd_memory_copy_0000_ab` RENAME TO rocpd_memory_copy;
ALTER TABLE `rocpd_memory_allocate_0000_ab` RENAME TO rocpd_memory_allocate;
ALTER TABLE `rocpd_sample_0000_ab` RENAME TO rocpd_sample;
ALTER TABLE `rocpd_track_0000_ab` RENAME TO rocpd_track;
ALTER TABLE `rocpd_pmc_event_0000_ab` RENAME TO rocpd_pmc_event;
ALTER TABLE `rocpd_info_pmc_0000_ab` RENAME TO rocpd_info_pmc;
ALTER TABLE `rocpd_arg_0000_ab` RENAME TO rocpd_arg;
ALTER TABLE `rocpd_info_node_0000_ab` RENAME TO rocpd_info_node;
ALTER TABLE `rocpd_metadata_0000_ab` RENAME TO rocpd_metadata;
