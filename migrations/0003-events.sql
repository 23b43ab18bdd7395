CREATE TABLE special_events (
  event_id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  location TEXT NOT NULL,
  description TEXT NOT NULL,
  -- The days as the client ordered them, a JSON array of YYYY-MM-DD.
  dates TEXT NOT NULL,
  price_cents INTEGER NOT NULL CHECK (price_cents BETWEEN 0 AND 100000000),
  -- Places on each of its days; NULL: no limit.
  capacity INTEGER CHECK (capacity >= 0),
  created_at BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  cancelled_at BIGINT
);

-- One row for each day that an event takes place on, or once did: the ledger that sales are guarded by.
CREATE TABLE event_days (
  event_id TEXT NOT NULL REFERENCES special_events (event_id),
  day TEXT NOT NULL,
  -- 1 while tickets are sold for it; 0 once the day was taken off the event or the event was cancelled.
  listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
  -- The event's capacity, repeated here so that one statement can guard and sell.
  capacity INTEGER CHECK (capacity >= 0),
  sold INTEGER NOT NULL DEFAULT 0 CHECK (sold >= 0),
  PRIMARY KEY (event_id, day)
);
CREATE INDEX event_days_by_day ON event_days (day, event_id) WHERE listed = 1;
