-- table: members
INSERT INTO members (id, name, email, joined_at) VALUES (1, 'Maren Tolle', 'maren@example.org', datetime('now', '-400 days'))

INSERT INTO members (id, name, email, joined_at) VALUES (2, 'Jorun Aske', 'jorun@example.org', datetime('now', '-120 days'))

-- Quirk: an apostrophe that is not doubled. The original loses this member, and the loan below that needs it.
INSERT INTO members (id, name, email, joined_at) VALUES (3, 'Pell O'Maddy', 'pell@example.org', datetime('now', '-20 days'))

-- table: varieties
INSERT INTO varieties (id, name, species, days_to_harvest, is_heirloom) VALUES (1, 'Painted Pony', 'bean', 80, 1), (2, 'Ragged Jack', 'kale', 55, 1), (3, 'Early Wonder', 'beet', 50, 0), (4, 'Glass Gem', 'corn', 110, 1), (5, 'Blue Podded', 'pea', 85, 1), (6, 'Long Orange', 'carrot', 75, 0), (7, 'Moon and Stars', 'melon', 100, 1), (8, 'Winter Density', 'lettuce', 60, 0)

-- table: loans
INSERT INTO loans (id, member_id, packet_id, loaned_at, due_at, returned_at) VALUES (1, 1, 3, datetime('now', '-60 days'), datetime('now', '-39 days'), datetime('now', '-41 days'))

INSERT INTO loans (id, member_id, packet_id, loaned_at, due_at) VALUES (2, 2, 5, datetime('now', '-10 days'), datetime('now', '+11 days'))

INSERT INTO loans (id, member_id, packet_id, loaned_at, due_at) VALUES (3, 1, 8, datetime('now', '-3 days'), datetime('now', '+18 days'))

INSERT INTO loans (id, member_id, packet_id, loaned_at, due_at) VALUES (4, 3, 11, datetime('now', '-2 days'), datetime('now', '+19 days'))

INSERT INTO loans (id, member_id, packet_id, loaned_at, due_at) VALUES (5, 1, 14, datetime('now', '-1 days'), datetime('now', '+20 days'))

-- table: reservations
-- Quirk: the target state is there from the start (task 2).
INSERT INTO reservations (id, member_id, variety_id, status, created_at) VALUES (1, 1, 1, 'waiting', datetime('now', '-5 days'))

INSERT INTO reservations (id, member_id, variety_id, status, created_at) VALUES (2, 2, 4, 'waiting', datetime('now', '-4 days'))

INSERT INTO reservations (id, member_id, variety_id, status, created_at) VALUES (3, 1, 6, 'waiting', datetime('now', '-2 days'))

-- table: growing_notes
-- Quirk: a quote escaped with a backslash.
INSERT INTO growing_notes (id, member_id, variety_id, body, rating, created_at) VALUES (1, 2, 3, 'Didn\'t bolt in the heat.', 4, datetime('now', '-30 days'))

INSERT INTO growing_notes (id, member_id, variety_id, body, rating, created_at) VALUES (2, 1, 2, 'Slow until June, then plenty.', 3, datetime('now', '-25 days'))

-- table: shelf_labels
INSERT INTO shelf_labels (id, shelf, label) VALUES (1, 'A', 'Beans and peas'), (2, 'B', 'Roots'), (3, 'C', 'Leaves')
