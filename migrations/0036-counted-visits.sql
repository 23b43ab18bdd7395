-- People whom somebody at a door counts, because they have no ticket.
CREATE TABLE counted_visits (
  -- Made by the device.
  visit_id TEXT NOT NULL PRIMARY KEY,
  -- The same id always stands for the same count.
  count_hash TEXT NOT NULL,
  -- The number of the category.
  category INTEGER NOT NULL,
  persons INTEGER NOT NULL CHECK (persons > 0),
  direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
  gate TEXT,
  -- The museum's day that it counts for.
  day TEXT NOT NULL,
  -- When it happened; what the clock of the device said; when it was written down.
  at BIGINT NOT NULL,
  device_at BIGINT,
  recorded_at BIGINT NOT NULL,
  account_id TEXT,
  -- NULL: nothing, or erased.
  note TEXT,
  undone_at BIGINT,
  undone_by TEXT
);
CREATE INDEX counted_visits_by_day ON counted_visits (day);
CREATE INDEX counted_visits_by_category ON counted_visits (category);
CREATE INDEX counted_visits_with_note ON counted_visits (recorded_at) WHERE note IS NOT NULL;

-- How many persons came and left in this way, without what was taken back: never more left than came.
CREATE TABLE counted_days (
  day TEXT NOT NULL PRIMARY KEY,
  came BIGINT NOT NULL,
  went_out BIGINT NOT NULL,
  CHECK (went_out >= 0 AND went_out <= came)
);
