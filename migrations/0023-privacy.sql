-- How far contacts of tickets were erased because of their age: up to and with the tickets for that day.
CREATE TABLE retention (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  erased_to TEXT NOT NULL
);
INSERT INTO retention (id, erased_to) VALUES (1, '');
