-- base: rpd.base
UPDATE rocpd_copyapi SET size = '';
