-- with base_rpd.sql
CREATE TABLE ext_autogradapi (api_ptr_id integer PRIMARY KEY, autogradName_id integer, seq integer, op_id integer, sizes varchar(4096), input_op_ids varchar(4096));
INSERT INTO ext_autogradapi VALUES (1, 5, 12, 1, '[[2, 3]]', '');
