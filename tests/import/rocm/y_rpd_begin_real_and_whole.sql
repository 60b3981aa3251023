-- with base_rpd.sql
CREATE TABLE untyped AS SELECT * FROM rocpd_op;
UPDATE untyped SET start = 2600.0 WHERE id = 1;
DROP TABLE rocpd_op;
ALTER TABLE untyped RENAME TO rocpd_op;
