-- The usual week. weekday: 1 is Monday, 7 is Sunday (ISO 8601). Both times NULL: closed.
CREATE TABLE weekly_hours (
  weekday INTEGER NOT NULL PRIMARY KEY CHECK (weekday BETWEEN 1 AND 7),
  time_open TEXT,
  time_close TEXT,
  CHECK ((time_open IS NULL) = (time_close IS NULL))
);
INSERT INTO weekly_hours (weekday, time_open, time_close) VALUES
  (1, '09:00', '18:00'), (2, '09:00', '18:00'), (3, '09:00', '18:00'), (4, '09:00', '18:00'),
  (5, '09:00', '18:00'), (6, '09:00', '18:00'), (7, '09:00', '18:00');

-- Days that differ from the week. Both times NULL: closed, for the reason given.
CREATE TABLE special_days (
  day TEXT NOT NULL PRIMARY KEY,
  time_open TEXT,
  time_close TEXT,
  reason TEXT,
  CHECK ((time_open IS NULL) = (time_close IS NULL))
);

-- Places for general entry on a day without a figure of its own; NULL: no limit. A single row, which is
-- also the lock that sales share and that whoever changes hours or capacity takes alone.
CREATE TABLE general_admission (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  capacity INTEGER CHECK (capacity >= 0)
);
INSERT INTO general_admission (id, capacity) VALUES (1, NULL);

-- One row for each day that general entry was sold for or that has a capacity of its own.
CREATE TABLE general_days (
  day TEXT NOT NULL PRIMARY KEY,
  capacity INTEGER CHECK (capacity >= 0),
  -- 1: the capacity is this day's own; 0: it is the general figure, repeated here for the guard.
  own_capacity INTEGER NOT NULL CHECK (own_capacity IN (0, 1)),
  sold INTEGER NOT NULL DEFAULT 0 CHECK (sold >= 0)
);
