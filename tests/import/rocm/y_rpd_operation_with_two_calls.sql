-- with base_rpd.sql
INSERT INTO rocpd_api_ops (api_id, op_id) VALUES (3, 3);
