CREATE TABLE kept (id integer);
CREATE VIEW rocpd_api AS SELECT * FROM kept;
CREATE VIEW rocpd_op AS SELECT * FROM kept;
