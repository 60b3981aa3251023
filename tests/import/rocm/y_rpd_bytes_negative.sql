-- base: rpd.base
UPDATE rocpd_copyapi SET size = -1, kind = 99;
