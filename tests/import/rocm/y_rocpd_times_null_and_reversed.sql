-- with base_rocpd.sql
UPDATE rocpd_region_0000_ab SET start = NULL WHERE id = 2;
UPDATE rocpd_region_0000_ab SET "end" = NULL WHERE id = 3;
UPDATE rocpd_kernel_dispatch_0000_ab SET "end" = 5;
UPDATE rocpd_sample_0000_ab SET timestamp = '';
