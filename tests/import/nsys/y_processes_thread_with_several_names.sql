-- with base.sql
INSERT INTO StringIds VALUES (20, 'mine');
INSERT INTO ThreadNames VALUES (20, 0, 281476654432356), (7, 20, 281476654432356), ('x', 'y', 'z'), (NULL, 0, 281476654432356);
