-- with base_rpd.sql
UPDATE rocpd_api SET start = start + 8306017478773569, "end" = "end" + 8306017478773569;
UPDATE rocpd_op SET start = start + 8306017478773569, "end" = "end" + 8306017478773569;
