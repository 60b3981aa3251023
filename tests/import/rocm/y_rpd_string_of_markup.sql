-- base: rpd.base
UPDATE rocpd_string SET string = '<b>&"\
' WHERE id = 8;
