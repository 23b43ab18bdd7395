-- Pictures of events and of the museum, as they leave it: in several widths, without what a camera writes into its files. What was
-- sent in is not kept.

CREATE TABLE pictures (
  -- What it is of: the id of an event, 'museum', or 'logo'.
  subject TEXT NOT NULL PRIMARY KEY,
  -- Names its files in addresses, of this subject only: other files have another.
  hash TEXT NOT NULL,
  -- In pixels, of what was sent in, upright.
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  -- What it shows, in words: texts by language, as JSON.
  alt TEXT NOT NULL,
  credit TEXT,
  changed_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX pictures_by_hash ON pictures (hash);

CREATE TABLE picture_files (
  hash TEXT NOT NULL,
  width INTEGER NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('webp', 'jpg', 'png')),
  -- In base64.
  content TEXT NOT NULL,
  PRIMARY KEY (hash, width, format)
);
