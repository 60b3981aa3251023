-- with base.sql
INSERT INTO StringIds VALUES (20, 'MPI Rank 3');
INSERT INTO ThreadNames VALUES (20, 0, 281476654432356);
