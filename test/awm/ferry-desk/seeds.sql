-- table: users
INSERT INTO users VALUES (1, 'Iver Holt'), (2, 'Sanna Brekke');

-- table: routes
INSERT INTO routes VALUES (1, 'N1', 'North Quay', 'Gull Island'), (2, 'N2', 'North Quay', 'Far Skerry'), (3, 'S1', 'Mill Pier', 'Gull Island');

-- table: crossings
INSERT INTO crossings VALUES (1, 1, datetime('now', '-1 day'), 10, 1200), (2, 1, datetime('now', '+1 day'), 24, 1200), (3, 1, datetime('now', '+2 days'), 30, 1200), (4, 2, datetime('now', '+1 day'), 6, 2100), (5, 2, datetime('now', '+3 days'), 18, 2100), (6, 3, datetime('now', '+4 hours'), 9, 900), (7, 3, datetime('now', '+2 days'), 40, 900), (8, 3, datetime('now', '+5 days'), 40, 900);

-- table: bookings
INSERT INTO bookings VALUES (1, 1, 1, 2, NULL, 'confirmed', 2400, 'FD-1001', datetime('now', '-9 days'));

INSERT INTO bookings VALUES (2, 1, 2, 1, 'bicycle', 'confirmed', 1200, 'FD-1002', datetime('now', '-3 days'));

INSERT INTO bookings VALUES (3, 2, 2, 4, 'car', 'confirmed', 4800, 'FD-1003', datetime('now', '-2 days'));

INSERT INTO bookings VALUES (4, 1, 4, 2, 'van', 'confirmed', 4200, 'FD-1004', datetime('now', '-1 days'));
