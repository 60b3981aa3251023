-- with base_rpd.sql
UPDATE rocpd_string SET string = CAST(x'61ff00b1' AS TEXT) WHERE id = 8;
