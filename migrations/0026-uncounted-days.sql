-- Days on which somebody came or went since they were counted for reports. They are counted when they are over.
CREATE TABLE uncounted_days (
  day TEXT NOT NULL PRIMARY KEY
);
