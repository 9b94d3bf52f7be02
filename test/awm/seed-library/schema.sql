-- table: members
CREATE TABLE members (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  email TEXT UNIQUE,
  joined_at DATETIME DEFAULT CURRENT_TIMESTAMP
);

-- table: varieties
CREATE TABLE varieties (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  species TEXT NOT NULL,
  days_to_harvest INTEGER,
  is_heirloom INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX idx_varieties_species ON varieties (species);

-- table: packets
CREATE TABLE packets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  variety_id INTEGER NOT NULL,
  grams REAL,
  status TEXT NOT NULL DEFAULT 'in_store' CHECK (status IN ('in_store', 'on_loan')),
  donated_by TEXT,
  stored_at DATETIME,
  FOREIGN KEY (variety_id) REFERENCES varieties (id)
);

CREATE INDEX idx_packets_variety ON packets (variety_id);

CREATE INDEX idx_packets_status ON packets (status);

-- table: loans
CREATE TABLE loans (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id INTEGER NOT NULL,
  packet_id INTEGER NOT NULL,
  loaned_at DATETIME,
  due_at DATETIME,
  returned_at DATETIME,
  FOREIGN KEY (member_id) REFERENCES members (id),
  FOREIGN KEY (packet_id) REFERENCES packets (id)
);

-- table: reservations
CREATE TABLE reservations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id INTEGER NOT NULL,
  variety_id INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'waiting',
  created_at DATETIME,
  UNIQUE (member_id, variety_id),
  FOREIGN KEY (member_id) REFERENCES members (id),
  FOREIGN KEY (variety_id) REFERENCES varieties (id)
);

-- table: growing_notes
CREATE TABLE growing_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id INTEGER NOT NULL,
  variety_id INTEGER NOT NULL,
  body TEXT NOT NULL,
  rating INTEGER,
  created_at DATETIME,
  FOREIGN KEY (member_id) REFERENCES members (id),
  FOREIGN KEY (variety_id) REFERENCES varieties (id)
);

-- table: germination_tests
CREATE TABLE germination_tests (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  packet_id INTEGER NOT NULL,
  tested_on TEXT NOT NULL,
  sown INTEGER NOT NULL,
  sprouted INTEGER NOT NULL,
  remark TEXT,
  FOREIGN KEY (packet_id) REFERENCES packets (id)
);

CREATE INDEX idx_germination_packet ON germination_tests (packet_id);

-- table: shelf_labels
-- Quirk: a stray semicolon. The original loses this table, and its seeds with it.
CREATE TABLE shelf_labels (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  shelf TEXT NOT NULL;
  label TEXT NOT NULL
);

CREATE INDEX idx_shelf_labels_shelf ON shelf_labels (shelf);
