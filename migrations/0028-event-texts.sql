-- Texts of events in other languages.

-- The language of the event's own name, location and description; NULL: that of the museum, until the service starts next.
ALTER TABLE special_events ADD COLUMN text_language TEXT;

CREATE TABLE event_texts (
  event_id TEXT NOT NULL REFERENCES special_events (event_id),
  language TEXT NOT NULL,
  -- NULL: there is none in that language.
  name TEXT,
  location TEXT,
  description TEXT,
  PRIMARY KEY (event_id, language)
);
