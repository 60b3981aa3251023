-- with base_rpd.sql
CREATE TRIGGER t BEFORE DELETE ON rocpd_op BEGIN SELECT RAISE(ABORT, 'no'); END;
CREATE INDEX i ON rocpd_op (start);
CREATE TABLE "rocpd_op; DROP TABLE x" (a);
