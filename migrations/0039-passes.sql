-- Passes of the museum, which admit for months.

CREATE TABLE pass_types (
  -- The slug by which everybody knows it.
  pass_type TEXT NOT NULL PRIMARY KEY,
  -- Stands for it in the codes of passes: 1 to 63. It is never given to another type.
  number INTEGER NOT NULL UNIQUE CHECK (number BETWEEN 1 AND 63),
  -- The order shown; NULL: it was taken off the list before any was sold.
  position INTEGER,
  name TEXT NOT NULL,
  -- A JSON object of names in other languages.
  names TEXT NOT NULL,
  -- The slug of the category whose ticket it stands for.
  category TEXT NOT NULL,
  persons INTEGER NOT NULL CHECK (persons BETWEEN 1 AND 4),
  -- For how long it is valid: so many months, or from one day to another.
  months INTEGER,
  from_day TEXT,
  to_day TEXT,
  -- How many times it admits in all; NULL: any number of times.
  entries INTEGER,
  -- How many times it admits on one day.
  per_day INTEGER NOT NULL,
  walk_in TEXT NOT NULL CHECK (walk_in IN ('always', 'while-places', 'never')),
  named INTEGER NOT NULL CHECK (named IN (0, 1)),
  covers TEXT NOT NULL CHECK (covers IN ('general', 'general-and-events')),
  price_cents BIGINT NOT NULL,
  -- Hundredths of a percent; null: that of the museum.
  vat INTEGER,
  on_sale INTEGER NOT NULL CHECK (on_sale IN (0, 1)),
  -- A JSON array: where it is sold.
  channels TEXT NOT NULL,
  CHECK ((months IS NULL) = (from_day IS NOT NULL) AND (months IS NULL) = (to_day IS NOT NULL))
);

CREATE TABLE passes (
  -- It is in its code.
  pass_id TEXT NOT NULL PRIMARY KEY,
  -- Of the first of those that replaced each other, by which their entries and tickets are known: they are one pass.
  first_id TEXT NOT NULL,
  -- Its eleven characters spell it. It is above the numbers of all tickets.
  number BIGINT NOT NULL UNIQUE,
  pass_code TEXT NOT NULL,
  pass_type TEXT NOT NULL REFERENCES pass_types (pass_type),
  -- The order that it was sold with, and its place among the items of that.
  order_id TEXT NOT NULL,
  item INTEGER NOT NULL,
  persons INTEGER NOT NULL,
  from_day TEXT NOT NULL,
  to_day TEXT NOT NULL,
  entries INTEGER,
  price_cents BIGINT NOT NULL,
  vat INTEGER,
  currency TEXT NOT NULL,
  -- The account that placed the order.
  sold_by TEXT NOT NULL,
  sold_at BIGINT NOT NULL,
  -- The key that signs its code.
  key_id TEXT NOT NULL,
  -- Who may use it, and the same in lower case without accents; NULL: nobody was named, or erased.
  holder TEXT,
  holder_key TEXT,
  -- A keyed hash of the buyer's address, by which it is found.
  email_hash BIGINT,
  blocked_at BIGINT,
  block_reason TEXT,
  -- It was paid back.
  void_at BIGINT,
  -- Another has its place.
  replaced_at BIGINT
);
CREATE INDEX passes_by_first ON passes (first_id);
CREATE INDEX passes_by_order ON passes (order_id);
CREATE INDEX passes_by_type ON passes (pass_type);
CREATE INDEX passes_by_email ON passes (email_hash) WHERE email_hash IS NOT NULL;
CREATE INDEX passes_by_holder ON passes (holder_key) WHERE holder_key IS NOT NULL;
CREATE INDEX passes_by_last_day ON passes (to_day);
CREATE INDEX passes_withdrawn ON passes (to_day) WHERE blocked_at IS NOT NULL OR void_at IS NOT NULL;
CREATE INDEX passes_with_entries ON passes (to_day) WHERE entries IS NOT NULL;
CREATE INDEX passes_by_sale ON passes (sold_at);

-- The pass with which somebody came in or left without a ticket, and the first of those that replaced each other.
ALTER TABLE check_ins ADD COLUMN pass_id TEXT;
ALTER TABLE check_ins ADD COLUMN pass_first TEXT;
-- Counts the passages of the pass on the day, in the order of recording; NULL: nobody passed.
ALTER TABLE check_ins ADD COLUMN pass_turn INTEGER;
-- 1: somebody came in anew; 0: again, or left.
ALTER TABLE check_ins ADD COLUMN pass_entry INTEGER;
-- The number of the category whose ticket it stood for.
ALTER TABLE check_ins ADD COLUMN pass_category INTEGER;
CREATE INDEX check_ins_with_passes ON check_ins (day) WHERE pass_turn IS NOT NULL;
CREATE INDEX check_ins_by_pass_category ON check_ins (pass_category) WHERE pass_category IS NOT NULL;
CREATE INDEX check_ins_knowing_passes ON check_ins (recorded_at) WHERE pass_id IS NOT NULL;
CREATE INDEX check_ins_by_pass ON check_ins (pass_first, day, pass_turn) WHERE pass_turn IS NOT NULL;

-- When somebody came in with a pass, not counting that they came in again. Rows are added, and undone with their check-in.
CREATE TABLE pass_entries (
  -- That of its check-in.
  entry_id TEXT NOT NULL PRIMARY KEY,
  first_id TEXT NOT NULL,
  day TEXT NOT NULL,
  persons INTEGER NOT NULL CHECK (persons > 0),
  -- When and where; NULL after some months, which leave the day.
  at BIGINT,
  gate TEXT,
  -- The time of general entry whose places it has taken, or '' for the whole day; NULL: none.
  starts_at TEXT,
  undone_at BIGINT
);
CREATE INDEX pass_entries_by_pass ON pass_entries (first_id, day);
CREATE INDEX pass_entries_by_day ON pass_entries (day);
CREATE INDEX pass_entries_by_time ON pass_entries (at) WHERE at IS NOT NULL;
