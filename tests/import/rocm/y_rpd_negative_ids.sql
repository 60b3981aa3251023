-- base: rpd.base
UPDATE rocpd_api SET id = -id;
UPDATE rocpd_api_ops SET api_id = -api_id;
