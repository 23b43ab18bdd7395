-- Cards of others, with which visitors come in.

CREATE TABLE cards (
  -- The slug by which everybody knows it.
  card TEXT NOT NULL PRIMARY KEY,
  -- The order shown.
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  -- A JSON object of names in other languages.
  names TEXT NOT NULL,
  -- What its numbers look like.
  pattern TEXT NOT NULL,
  -- How they are checked; null: not at all.
  check_digit TEXT,
  -- The slug of the category whose ticket it stands for.
  category TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('show', 'list', 'live')),
  -- How often it lets in on a day.
  per_day INTEGER NOT NULL CHECK (per_day > 0),
  offline TEXT NOT NULL CHECK (offline IN ('admit', 'refuse')),
  -- Hundredths: what its issuer pays for a visit; null: nothing.
  worth_cents BIGINT
);

-- The list of a card's numbers, for cards that have one.
CREATE TABLE card_lists (
  card TEXT NOT NULL PRIMARY KEY,
  -- Counts its changes.
  version BIGINT NOT NULL,
  -- In base64: the key under which gates have its numbers.
  list_key TEXT NOT NULL,
  -- How many there are.
  numbers BIGINT NOT NULL
);

-- What was imported at once. A list is all of its current parts; others are under way, or were replaced.
CREATE TABLE card_list_parts (
  part_no BIGINT NOT NULL PRIMARY KEY,
  card TEXT NOT NULL,
  is_current INTEGER NOT NULL CHECK (is_current IN (0, 1)),
  begun_at BIGINT NOT NULL
);
CREATE INDEX card_list_parts_by_card ON card_list_parts (card, is_current);

CREATE TABLE card_numbers (
  part_no BIGINT NOT NULL,
  -- A keyed hash of the number.
  number_hash TEXT NOT NULL,
  -- The first five bytes of another, under the key of the list.
  prefix BIGINT NOT NULL,
  PRIMARY KEY (part_no, number_hash)
);

-- The card with which somebody came in or left, or was refused; null: it was no card.
ALTER TABLE check_ins ADD COLUMN card TEXT;
ALTER TABLE check_ins ADD COLUMN card_name TEXT;
-- A keyed hash of its number; null: it was forgotten.
ALTER TABLE check_ins ADD COLUMN card_hash TEXT;
-- Counts the passages of the card on all days, in the order of recording; null: nobody passed.
ALTER TABLE check_ins ADD COLUMN card_turn INTEGER;
-- 1: it came in anew; 0: it came back, left, or was let in once too often.
ALTER TABLE check_ins ADD COLUMN card_entry INTEGER;
-- 1: one more is inside; -1: one fewer; 0: as many as before.
ALTER TABLE check_ins ADD COLUMN card_moved INTEGER;
-- The number of the category for which it counts.
ALTER TABLE check_ins ADD COLUMN card_category INTEGER;
-- Hundredths, when it came in: what its issuer pays for it.
ALTER TABLE check_ins ADD COLUMN card_worth_cents BIGINT;
CREATE INDEX check_ins_by_card ON check_ins (card_hash, card_turn) WHERE card_hash IS NOT NULL;
CREATE INDEX check_ins_with_cards ON check_ins (day, card) WHERE card_turn IS NOT NULL;
CREATE INDEX check_ins_by_card_category ON check_ins (card_category) WHERE card_category IS NOT NULL;
CREATE INDEX check_ins_to_forget ON check_ins (recorded_at) WHERE card_hash IS NOT NULL;

-- Visits that the issuer of a card is to be told of: each once.
CREATE TABLE card_registrations (
  check_in_id TEXT NOT NULL PRIMARY KEY,
  card TEXT NOT NULL,
  gate TEXT,
  -- When the visitor came in.
  at BIGINT NOT NULL,
  -- sent: from just before the request on. lost: the answer to it was; it is never sent again by itself. undone: the visit was taken
  -- back, which the issuer can't be told. dropped: it was taken back before. settled: somebody has looked after it.
  state TEXT NOT NULL
    CHECK (state IN ('waiting', 'sent', 'registered', 'lost', 'refused', 'undone', 'dropped', 'settled')),
  -- The number, encrypted; null: it is not needed any more.
  number TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  -- When it is tried (again).
  next_at BIGINT NOT NULL,
  -- What came of the last attempt, in words for staff.
  answer TEXT,
  changed_at BIGINT NOT NULL
);
CREATE INDEX card_registrations_due ON card_registrations (next_at) WHERE state IN ('waiting', 'sent');
CREATE INDEX card_registrations_troubled ON card_registrations (at) WHERE state IN ('lost', 'refused', 'undone');
CREATE INDEX card_registrations_numbers ON card_registrations (changed_at) WHERE number IS NOT NULL;
