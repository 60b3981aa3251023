-- with base.sql
UPDATE StringIds SET value = NULL WHERE id = 1;
UPDATE StringIds SET value = 42 WHERE id = 3;
