-- table: knots
INSERT INTO knots (id, name) VALUES (1, 'bowline'), (2, 'sheet bend');
