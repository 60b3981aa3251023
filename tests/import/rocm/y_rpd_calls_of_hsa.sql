-- with base_rpd.sql
CREATE TABLE rocpd_hsaApi AS SELECT * FROM rocpd_api WHERE id = 2;
