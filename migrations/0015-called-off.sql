-- What does not take place, and why a ticket is void.

-- One row for each day of general entry, or of an event, that was called off before it was over and for which places were
-- sold. It goes when the day takes place again before it is over; then it stays for good.
CREATE TABLE called_off (
  -- 'general', or the id of an event.
  product TEXT NOT NULL,
  day TEXT NOT NULL,
  because TEXT NOT NULL CHECK (because IN ('event-cancelled', 'date-removed', 'day-closed')),
  called_off_at BIGINT NOT NULL,
  -- What visitors are told.
  reason TEXT,
  -- Whether they are paid back at once, or choose.
  refund TEXT NOT NULL CHECK (refund IN ('at-once', 'choose')),
  PRIMARY KEY (product, day)
);
CREATE INDEX called_off_by_day ON called_off (day, product);

-- voided, exchanged or returned; NULL: an instance of the version before has written it, which gives nothing back for buyers.
ALTER TABLE voids ADD COLUMN because TEXT CHECK (because IN ('voided', 'exchanged', 'returned'));

-- Usual weeks that were replaced: a JSON array of the opening hours of each weekday. It holds for the days before this one,
-- down to the one before in this table.
CREATE TABLE past_weeks (
  before_day TEXT NOT NULL PRIMARY KEY,
  week TEXT NOT NULL
);
