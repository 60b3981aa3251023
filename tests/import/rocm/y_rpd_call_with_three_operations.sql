-- base: rpd.base
UPDATE rocpd_api_ops SET api_id = 2;
