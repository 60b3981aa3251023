-- with base_rpd.sql
CREATE TABLE rocpd_ustring (id integer PRIMARY KEY, string varchar(4096));
INSERT INTO rocpd_ustring VALUES (5, 'backward');
