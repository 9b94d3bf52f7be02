-- The department's records. Times are ISO 8601 in UTC; yes and no are 1 and 0.

CREATE TABLE patient (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  born_on TEXT NOT NULL,
  sex TEXT NOT NULL CHECK (sex IN ('female', 'male')),
  pregnant_weeks INTEGER NOT NULL,
  immunosuppressed INTEGER NOT NULL
) STRICT;

CREATE TABLE history (
  id TEXT PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patient (id),
  kind TEXT NOT NULL CHECK (kind IN ('condition', 'home medication', 'carrier flag')),
  code TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'ended')),
  noted_on TEXT NOT NULL
) STRICT;

CREATE TABLE allergy (
  id TEXT PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patient (id),
  substance TEXT NOT NULL,
  reaction TEXT NOT NULL CHECK (reaction IN ('anaphylaxis', 'rash', 'intolerance')),
  status TEXT NOT NULL CHECK (status IN ('confirmed', 'suspected', 'refuted')),
  noted_on TEXT NOT NULL
) STRICT;

-- What a complaint means at the door.
CREATE TABLE protocol (
  complaint TEXT PRIMARY KEY,
  base_level INTEGER NOT NULL CHECK (base_level BETWEEN 1 AND 5),
  isolation TEXT NOT NULL CHECK (isolation IN ('none', 'contact', 'droplet', 'airborne'))
) STRICT;

CREATE TABLE staff (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('nurse', 'physician', 'technician', 'administrator')),
  grade TEXT NOT NULL,
  pod TEXT NOT NULL,
  shift_start TEXT NOT NULL,
  shift_end TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('available', 'busy', 'break'))
) STRICT;

CREATE TABLE certification (
  staff_id TEXT NOT NULL REFERENCES staff (id),
  code TEXT NOT NULL,
  valid_until TEXT NOT NULL,
  PRIMARY KEY (staff_id, code)
) STRICT;

CREATE TABLE visit (
  id TEXT PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patient (id),
  arrived_at TEXT NOT NULL,
  area TEXT NOT NULL CHECK (area IN ('main', 'paediatric', 'ambulance')),
  complaint TEXT NOT NULL REFERENCES protocol (complaint),
  note TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'roomed', 'imaging', 'discharged', 'left')),
  level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 5),
  level_set_by TEXT NOT NULL REFERENCES staff (id),
  last_assessed_at TEXT NOT NULL,
  disposition TEXT NOT NULL CHECK (disposition IN ('none', 'discharge', 'admit')),
  disposition_by TEXT NOT NULL,
  physician_hold INTEGER NOT NULL
) STRICT;
CREATE INDEX visit_by_status ON visit (status, area);

CREATE TABLE assessment (
  id TEXT PRIMARY KEY,
  visit_id TEXT NOT NULL REFERENCES visit (id),
  level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 5),
  assessed_by TEXT NOT NULL REFERENCES staff (id),
  assessed_at TEXT NOT NULL
) STRICT;

CREATE TABLE vitals (
  id TEXT PRIMARY KEY,
  visit_id TEXT NOT NULL REFERENCES visit (id),
  taken_at TEXT NOT NULL,
  entered_at TEXT NOT NULL,
  heart_rate INTEGER NOT NULL,
  breaths INTEGER NOT NULL,
  systolic INTEGER NOT NULL,
  oxygen INTEGER NOT NULL,
  temperature REAL NOT NULL,
  coma_score INTEGER NOT NULL,
  pain INTEGER NOT NULL,
  weight_kg REAL NOT NULL,
  weight_source TEXT NOT NULL CHECK (weight_source IN ('measured', 'estimated', 'stated', 'none')),
  artefact INTEGER NOT NULL
) STRICT;
CREATE INDEX vitals_by_visit ON vitals (visit_id);

CREATE TABLE lab (
  id TEXT PRIMARY KEY,
  visit_id TEXT NOT NULL REFERENCES visit (id),
  test TEXT NOT NULL,
  value REAL NOT NULL,
  critical INTEGER NOT NULL,
  reviewed INTEGER NOT NULL,
  resulted_at TEXT NOT NULL
) STRICT;

CREATE TABLE drug (
  id TEXT PRIMARY KEY,
  indication TEXT NOT NULL,
  line INTEGER NOT NULL,
  class TEXT NOT NULL,
  mg_per_kg REAL NOT NULL,
  max_dose_mg REAL NOT NULL,
  step_mg REAL NOT NULL,
  min_age_years INTEGER NOT NULL,
  interval_hours INTEGER NOT NULL,
  late_pregnancy TEXT NOT NULL CHECK (late_pregnancy IN ('allowed', 'avoid')),
  poor_kidneys TEXT NOT NULL CHECK (poor_kidneys IN ('full dose', 'half dose', 'avoid')),
  prolongs_qt INTEGER NOT NULL,
  nurse_initiated INTEGER NOT NULL,
  controlled INTEGER NOT NULL
) STRICT;

CREATE TABLE medication_order (
  id TEXT PRIMARY KEY,
  visit_id TEXT NOT NULL REFERENCES visit (id),
  drug_id TEXT NOT NULL REFERENCES drug (id),
  dose_mg REAL NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'given', 'cancelled')),
  authorised_by TEXT NOT NULL REFERENCES staff (id),
  ordered_at TEXT NOT NULL
) STRICT;
CREATE INDEX medication_order_by_visit ON medication_order (visit_id);

CREATE TABLE room (
  id TEXT PRIMARY KEY,
  pod TEXT NOT NULL CHECK (pod IN ('resus', 'acute-a', 'acute-b', 'paediatric', 'fast-track', 'hall')),
  monitored INTEGER NOT NULL,
  negative_pressure INTEGER NOT NULL,
  single INTEGER NOT NULL,
  bariatric INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('ready', 'occupied', 'cleaning', 'closed')),
  last_clean TEXT NOT NULL CHECK (last_clean IN ('quick', 'full'))
) STRICT;

CREATE TABLE placement (
  id TEXT PRIMARY KEY,
  visit_id TEXT NOT NULL REFERENCES visit (id),
  room_id TEXT NOT NULL REFERENCES room (id),
  nurse_id TEXT NOT NULL REFERENCES staff (id),
  isolation TEXT NOT NULL CHECK (isolation IN ('none', 'contact', 'droplet', 'airborne')),
  since TEXT NOT NULL,
  ended_at TEXT NOT NULL
) STRICT;
CREATE INDEX placement_by_visit ON placement (visit_id, ended_at);

-- Calls for help about a patient: a set of vital signs, or a physician.
CREATE TABLE request (
  id TEXT PRIMARY KEY,
  visit_id TEXT NOT NULL REFERENCES visit (id),
  kind TEXT NOT NULL CHECK (kind IN ('vitals', 'physician')),
  staff_id TEXT NOT NULL,
  sent_at TEXT NOT NULL
) STRICT;

CREATE TABLE diversion (
  id TEXT PRIMARY KEY,
  status TEXT NOT NULL CHECK (status IN ('none', 'advisory', 'full')),
  authorised_by TEXT NOT NULL REFERENCES staff (id),
  since TEXT NOT NULL
) STRICT;

CREATE TABLE audit (
  n INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  tool TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
