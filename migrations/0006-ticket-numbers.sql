-- The next ticket number that no instance has reserved. Numbers are reserved in blocks, so gaps are normal.
CREATE TABLE ticket_numbers (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  next BIGINT NOT NULL
);
INSERT INTO ticket_numbers (id, next) VALUES (1, 1);
