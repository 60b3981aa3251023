-- with base.sql
UPDATE StringIds SET value = '' WHERE id = 1;
