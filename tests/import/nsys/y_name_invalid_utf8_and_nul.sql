-- with base.sql
UPDATE StringIds SET value = CAST(x'61ff00e28862' AS TEXT) WHERE id = 1;
