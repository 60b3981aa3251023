-- with base_rpd.sql
CREATE TABLE untyped AS SELECT * FROM rocpd_string;
DROP TABLE rocpd_string;
ALTER TABLE untyped RENAME TO rocpd_string;
UPDATE rocpd_string SET string = NULL WHERE id = 8;
