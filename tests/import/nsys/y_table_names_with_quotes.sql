-- with base.sql
CREATE TABLE "odd""name'; --" (start INTEGER, end INTEGER, globalTid INTEGER, nameId INTEGER);
INSERT INTO "odd""name'; --" VALUES (100, 200, 281476654432356, 9);
