-- with base_rpd.sql
ALTER TABLE rocpd_monitor RENAME TO kept;
CREATE VIEW rocpd_monitor AS SELECT * FROM kept;
CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n;
