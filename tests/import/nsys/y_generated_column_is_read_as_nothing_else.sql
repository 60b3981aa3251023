-- with base.sql
CREATE TABLE OSRT_API (start INTEGER, end INTEGER AS (start + 5), globalTid INTEGER, nameId INTEGER);
INSERT INTO OSRT_API (start, globalTid, nameId) VALUES (100, 281476654432356, 9);
