-- with base_rpd.sql
UPDATE rocpd_string SET string = '<b>&"\
' WHERE id = 8;
