-- table: users
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);

-- table: routes
CREATE TABLE routes (id INTEGER PRIMARY KEY, code TEXT UNIQUE, harbour_from TEXT, harbour_to TEXT);

-- table: crossings
CREATE TABLE crossings (id INTEGER PRIMARY KEY, route_id INTEGER REFERENCES routes (id), departs_at DATETIME, seats_left INTEGER CHECK (seats_left >= 0), price_cents INTEGER);

CREATE INDEX idx_crossings_route ON crossings (route_id, departs_at);

-- table: bookings
CREATE TABLE bookings (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES users (id), crossing_id INTEGER REFERENCES crossings (id), passengers INTEGER, vehicle TEXT, status TEXT, total_cents INTEGER, reference TEXT, booked_at DATETIME);

-- table: wishes
CREATE TABLE wishes (id INTEGER PRIMARY KEY, user_id INTEGER, text TEXT, wanted_at DATETIME);
