-- Codes that make tickets cheaper, or open what is sold only with one.
CREATE TABLE discount_codes (
  code_id TEXT NOT NULL PRIMARY KEY,
  -- As it is shown.
  code TEXT NOT NULL,
  -- By which it is found: in lower case, without hyphens.
  spelling TEXT NOT NULL UNIQUE,
  -- Codes that were made together.
  batch_id TEXT NOT NULL,
  -- What it does, for which tickets, and who may sell with it: JSON, never changed.
  terms TEXT NOT NULL,
  -- How many tickets may have it; NULL: any number.
  uses BIGINT,
  -- How many held and sold tickets have it now.
  used BIGINT NOT NULL DEFAULT 0 CHECK (used >= 0),
  -- The instant from which it is valid no more; NULL: none.
  valid_to BIGINT,
  note TEXT,
  enabled INTEGER NOT NULL DEFAULT 1,
  created_at BIGINT NOT NULL
);
CREATE INDEX discount_codes_by_batch ON discount_codes (batch_id, code_id);
CREATE INDEX discount_codes_by_note ON discount_codes (note, code_id) WHERE note IS NOT NULL;

-- The code that a ticket was sold with, and what it would have cost without; NULL: it was sold without one.
ALTER TABLE tickets ADD COLUMN code_id TEXT;
ALTER TABLE tickets ADD COLUMN full_price_cents BIGINT;
CREATE INDEX tickets_by_code ON tickets (code_id) WHERE code_id IS NOT NULL;
-- 1: the void ticket was used before, so that its code's use is not given back.
ALTER TABLE voids ADD COLUMN keeps_use INTEGER;
