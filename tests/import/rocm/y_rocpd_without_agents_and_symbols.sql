-- with base_rocpd.sql
DROP TABLE rocpd_info_agent_0000_ab;
DROP TABLE rocpd_info_kernel_symbol_0000_ab;
DROP TABLE rocpd_info_pmc_0000_ab;
DROP TABLE rocpd_info_process_0000_ab;
DROP TABLE rocpd_info_thread_0000_ab;
