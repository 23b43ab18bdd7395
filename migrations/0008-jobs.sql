-- Who is at which job: of all instances one at a time. What the columns are for: docs/decisions/jobs.md
CREATE TABLE jobs (
  name TEXT NOT NULL PRIMARY KEY,
  -- The instance that is at it; NULL: nobody.
  holder TEXT,
  -- Counts takings. What a holder writes goes through only as long as this is the number that it got.
  fence BIGINT NOT NULL,
  -- Counts signs of life. Whoever has seen it stand still for as long as a lease lasts may take the job.
  renewals BIGINT NOT NULL
);
