CREATE TABLE notes (id integer, string text);
INSERT INTO notes VALUES (1, 'x');
