CREATE TABLE property (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('multifamily', 'retail', 'office', 'industrial')),
  submarket TEXT NOT NULL,
  adjoining_submarket TEXT NOT NULL,
  built INTEGER NOT NULL,
  unit_count INTEGER NOT NULL,
  area INTEGER NOT NULL,
  scheduled_rent INTEGER NOT NULL,
  other_income INTEGER NOT NULL,
  underwritten_noi INTEGER NOT NULL,
  underwritten_on TEXT NOT NULL
) STRICT;

CREATE TABLE unit (
  id TEXT PRIMARY KEY,
  property_id TEXT NOT NULL REFERENCES property (id),
  label TEXT NOT NULL,
  area INTEGER NOT NULL,
  occupancy TEXT NOT NULL CHECK (occupancy IN ('occupied', 'vacant', 'staff')),
  tenant TEXT NOT NULL,
  roll_rent INTEGER NOT NULL,
  concession INTEGER NOT NULL,
  arrears INTEGER NOT NULL,
  days_past_due INTEGER NOT NULL
) STRICT;

CREATE TABLE lease (
  id TEXT PRIMARY KEY,
  unit_id TEXT NOT NULL REFERENCES unit (id),
  tenant TEXT NOT NULL,
  paper TEXT NOT NULL CHECK (paper IN ('lease', 'amendment')),
  status TEXT NOT NULL CHECK (status IN ('executed', 'draft', 'terminated')),
  signed_on TEXT NOT NULL,
  starts_on TEXT NOT NULL,
  ends_on TEXT NOT NULL,
  rent INTEGER NOT NULL,
  holdover TEXT NOT NULL CHECK (holdover IN ('month-to-month', 'none'))
) STRICT;

CREATE TABLE expense (
  id TEXT PRIMARY KEY,
  property_id TEXT NOT NULL REFERENCES property (id),
  year INTEGER NOT NULL,
  category TEXT NOT NULL,
  description TEXT NOT NULL,
  amount INTEGER NOT NULL,
  label TEXT NOT NULL CHECK (label IN ('recurring', 'non-recurring'))
) STRICT;

CREATE TABLE loan (
  id TEXT PRIMARY KEY,
  property_id TEXT NOT NULL REFERENCES property (id),
  rank TEXT NOT NULL CHECK (rank IN ('senior', 'mezzanine')),
  borrower TEXT NOT NULL,
  balance INTEGER NOT NULL,
  annual_debt_service INTEGER NOT NULL,
  swept_cash INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'paid-off')),
  matures_on TEXT NOT NULL
) STRICT;

CREATE TABLE covenant (
  id TEXT PRIMARY KEY,
  loan_id TEXT NOT NULL REFERENCES loan (id),
  kind TEXT NOT NULL CHECK (kind IN ('dscr', 'occupancy', 'ltv', 'reporting')),
  threshold REAL NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('complied', 'breached', 'waived')),
  ratio REAL NOT NULL,
  tested_on TEXT NOT NULL
) STRICT;

CREATE TABLE waiver (
  id TEXT PRIMARY KEY,
  covenant_id TEXT NOT NULL REFERENCES covenant (id),
  granted_by TEXT NOT NULL CHECK (granted_by IN ('credit-committee', 'desk-head')),
  granted_on TEXT NOT NULL,
  expires_on TEXT NOT NULL,
  floor REAL NOT NULL
) STRICT;

CREATE TABLE review (
  id TEXT PRIMARY KEY,
  covenant_id TEXT NOT NULL REFERENCES covenant (id),
  outcome TEXT NOT NULL CHECK (outcome IN ('complied', 'breached', 'waived')),
  ratio REAL NOT NULL,
  reviewed_at TEXT NOT NULL,
  note TEXT NOT NULL
) STRICT;

CREATE TABLE release_request (
  id TEXT PRIMARY KEY,
  loan_id TEXT NOT NULL REFERENCES loan (id),
  kind TEXT NOT NULL CHECK (kind IN ('cash-sweep', 'holdback')),
  amount INTEGER NOT NULL,
  requested_on TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'held', 'declined')),
  reason TEXT NOT NULL
) STRICT;

CREATE TABLE condition (
  id TEXT PRIMARY KEY,
  release_id TEXT NOT NULL REFERENCES release_request (id),
  kind TEXT NOT NULL,
  document TEXT NOT NULL,
  dated TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'confirmed'))
) STRICT;

CREATE TABLE appraisal (
  id TEXT PRIMARY KEY,
  property_id TEXT NOT NULL REFERENCES property (id),
  appraiser TEXT NOT NULL,
  as_of TEXT NOT NULL,
  basis TEXT NOT NULL CHECK (basis IN ('as-is', 'as-stabilised')),
  value INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('current', 'superseded', 'draft')),
  superseded_by TEXT NOT NULL
) STRICT;

CREATE TABLE inspection (
  id TEXT PRIMARY KEY,
  property_id TEXT NOT NULL REFERENCES property (id),
  inspected_on TEXT NOT NULL,
  grade TEXT NOT NULL CHECK (grade IN ('A', 'B', 'C', 'D')),
  finding TEXT NOT NULL,
  severity TEXT NOT NULL CHECK (severity IN ('none', 'minor', 'major', 'life-safety')),
  repair_cost INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'cured'))
) STRICT;

CREATE TABLE comparable (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  submarket TEXT NOT NULL,
  name TEXT NOT NULL,
  area INTEGER NOT NULL,
  sold_on TEXT NOT NULL,
  price INTEGER NOT NULL,
  noi INTEGER NOT NULL,
  sale TEXT NOT NULL CHECK (sale IN ('arms-length', 'related-party', 'foreclosure', 'portfolio')),
  verification TEXT NOT NULL CHECK (verification IN ('verified', 'unverified'))
) STRICT;

CREATE TABLE valuation (
  id TEXT PRIMARY KEY,
  property_id TEXT NOT NULL REFERENCES property (id),
  noi INTEGER NOT NULL,
  cap_rate REAL NOT NULL,
  value INTEGER NOT NULL,
  comparables TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('posted', 'replaced')),
  posted_at TEXT NOT NULL
) STRICT;

CREATE TABLE flag (
  id TEXT PRIMARY KEY,
  unit_id TEXT NOT NULL REFERENCES unit (id),
  reason TEXT NOT NULL CHECK (reason IN ('no-lease', 'undisclosed-lease', 'tenant-mismatch', 'rent-mismatch')),
  status TEXT NOT NULL CHECK (status IN ('open', 'closed')),
  raised_on TEXT NOT NULL
) STRICT;

CREATE TABLE escalation (
  id TEXT PRIMARY KEY,
  property_id TEXT NOT NULL REFERENCES property (id),
  matter TEXT NOT NULL,
  referred_to TEXT NOT NULL,
  raised_on TEXT NOT NULL
) STRICT;

CREATE TABLE audit (
  n INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  act TEXT NOT NULL,
  subject TEXT NOT NULL
) STRICT;

CREATE INDEX unit_of_property ON unit (property_id);
CREATE INDEX lease_of_unit ON lease (unit_id);
CREATE INDEX expense_of_property ON expense (property_id, year);
CREATE INDEX comparable_of_market ON comparable (kind, submarket);
