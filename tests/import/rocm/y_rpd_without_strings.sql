-- base: rpd.base
DROP TABLE rocpd_string;
