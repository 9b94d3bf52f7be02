-- table: knots
CREATE TABLE knots (id INTEGER PRIMARY KEY, name TEXT, is_tied INTEGER DEFAULT 0);
