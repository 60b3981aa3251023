-- with base_rpd.sql
CREATE TABLE other (id integer PRIMARY KEY, api_id integer, op_id integer) WITHOUT ROWID;
INSERT INTO other SELECT * FROM rocpd_api_ops;
DROP TABLE rocpd_api_ops;
ALTER TABLE other RENAME TO rocpd_api_ops;
