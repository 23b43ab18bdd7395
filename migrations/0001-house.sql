-- What the whole house shares.

-- How often what a room keeps has changed. Whoever holds a rendered or remembered copy compares the
-- revision of its topic, so that a change made by another process or instance is seen at once.
CREATE TABLE revisions (
  topic TEXT NOT NULL PRIMARY KEY,
  revision BIGINT NOT NULL
);
INSERT INTO revisions (topic, revision) VALUES ('accounts', 1), ('events', 1), ('hours', 1), ('keys', 1);

-- Secrets that this museum made for itself on first start, in base64.
CREATE TABLE secrets (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL,
  made_at BIGINT NOT NULL
);
