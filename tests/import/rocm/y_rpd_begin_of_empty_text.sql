-- base: rpd.base
UPDATE rocpd_api SET start = '' WHERE id = 2;
