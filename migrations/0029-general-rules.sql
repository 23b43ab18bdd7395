-- General entry by the day: entry times on some weekdays or of one day, and prices by rules.

-- ISO 8601 weekdays that have entry times, as JSON; null: all of them.
ALTER TABLE general_admission ADD COLUMN weekdays TEXT;
-- The rules, as JSON. The first that fits a day, and entry time, holds.
ALTER TABLE general_admission ADD COLUMN price_rules TEXT NOT NULL DEFAULT '[]';

-- Days that have entry times of their own.
CREATE TABLE general_times (
  day TEXT NOT NULL PRIMARY KEY,
  -- Null: it is sold for the whole day.
  every_minutes INTEGER,
  places_each INTEGER CHECK (places_each >= 0),
  last_entry INTEGER NOT NULL DEFAULT 0
);
