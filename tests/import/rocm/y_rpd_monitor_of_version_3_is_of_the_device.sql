-- with base_rpd.sql
UPDATE rocpd_metadata SET value = '3' WHERE tag = 'schema_version';
UPDATE rocpd_monitor SET deviceId = 2;
