-- with base_rpd.sql
CREATE TABLE rocpd_counter (id integer PRIMARY KEY, value real, op_id integer, name_id integer);
INSERT INTO rocpd_string VALUES (20, 'SQ_WAVES');
INSERT INTO rocpd_counter VALUES (1, 12.5, 1, 20), (2, 7, 2, 20), (3, 1, 99, 20), (4, 'many', 1, 20), (5, 2, 3, 99);
