-- A museum that was made up to be looked at has one row here, and says so on every page.
CREATE TABLE demonstrations (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  furnished_at BIGINT NOT NULL
);
