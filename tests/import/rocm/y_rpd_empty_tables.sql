-- with base_rpd.sql
DELETE FROM rocpd_api;
DELETE FROM rocpd_op;
DELETE FROM rocpd_api_ops;
DELETE FROM rocpd_monitor;
