-- with base_rpd.sql
ALTER TABLE rocpd_api ADD COLUMN domain_id integer;
INSERT INTO rocpd_string VALUES (20, 'python'), (21, 'step'), (22, 'model.py:7'), (23, 'customCall'), (24, 'hip');
INSERT INTO rocpd_api VALUES (10, 70, 71, 1100, 1900, 21, 22, 20), (11, 70, 71, 1200, 1300, 21, 22, NULL), (12, 70, 71, 1400, 1500, 23, 1, 24);
