CREATE TABLE places (id INTEGER, url TEXT);
INSERT INTO places VALUES (1, 'x');
