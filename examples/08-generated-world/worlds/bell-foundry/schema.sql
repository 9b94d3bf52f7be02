-- The order book of the foundry, as it stands in the morning.
CREATE TABLE bell (
  id TEXT PRIMARY KEY NOT NULL,
  customer TEXT NOT NULL,
  note TEXT NOT NULL,
  weight_kg INTEGER NOT NULL CHECK (weight_kg > 0),
  state TEXT NOT NULL DEFAULT 'ordered' CHECK (state IN ('ordered', 'cast', 'ready', 'delivered')),
  cents_off INTEGER,
  paid INTEGER NOT NULL DEFAULT 0,
  delivered_on TEXT
) STRICT;

CREATE TABLE casting (
  id TEXT PRIMARY KEY NOT NULL,
  bell TEXT NOT NULL REFERENCES bell (id),
  pit INTEGER NOT NULL,
  day TEXT NOT NULL,
  bronze_kg INTEGER NOT NULL,
  UNIQUE (pit, day)
) STRICT;

CREATE TABLE store (metal TEXT PRIMARY KEY NOT NULL, kg INTEGER NOT NULL CHECK (kg >= 0)) STRICT;
CREATE TABLE journal (n INTEGER PRIMARY KEY, at TEXT NOT NULL, what TEXT NOT NULL) STRICT;

INSERT INTO bell (id, customer, note, weight_kg, state, cents_off, paid) VALUES
  ('B-101', 'Harbour watch', 'a1', 180, 'ready', 3, 1),
  ('B-102', 'Hill chapel', 'c2', 95, 'cast', 14, 1),
  ('B-103', 'Town clock', 'f1', 320, 'ordered', NULL, 1),
  ('B-104', 'Ferry landing', 'e2', 60, 'ready', -2, 0),
  ('B-105', 'School yard', 'g1', 210, 'ordered', NULL, 0),
  ('B-106', 'Old mill', 'd2', 80, 'cast', 24, 1);

INSERT INTO casting (id, bell, pit, day, bronze_kg) VALUES
  ('K-1', 'B-101', 1, '2026-02-20', 185),
  ('K-2', 'B-102', 2, '2026-02-24', 100),
  ('K-3', 'B-104', 1, '2026-02-23', 65),
  ('K-4', 'B-106', 1, '2026-02-27', 85);

INSERT INTO store (metal, kg) VALUES ('bronze', 540);
