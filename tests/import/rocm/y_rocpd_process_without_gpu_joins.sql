-- with base_rocpd.sql
CREATE TABLE `rocpd_string_0000_cd` AS SELECT * FROM `rocpd_string_0000_ab`;
CREATE TABLE `rocpd_info_process_0000_cd` AS SELECT * FROM `rocpd_info_process_0000_ab`;
CREATE TABLE `rocpd_info_thread_0000_cd` AS SELECT * FROM `rocpd_info_thread_0000_ab`;
CREATE TABLE `rocpd_event_0000_cd` AS SELECT * FROM `rocpd_event_0000_ab`;
CREATE TABLE `rocpd_region_0000_cd` AS SELECT * FROM `rocpd_region_0000_ab`;
UPDATE rocpd_info_process_0000_cd SET pid = 80;
UPDATE rocpd_region_0000_cd SET start = start - 500;
