-- The first steps of a museum: what was put aside, and what only its doing tells. What other tables tell is not here.
CREATE TABLE first_steps (
  step TEXT NOT NULL PRIMARY KEY,
  -- aside, tried, or for the ticket that tries the gate: trying
  state TEXT NOT NULL,
  ticket_id TEXT,
  changed_at BIGINT NOT NULL
);
-- A museum that sells already has begun.
INSERT INTO first_steps (step, state, changed_at)
  SELECT step, 'aside', 0
    FROM (SELECT 'museum' AS step UNION ALL SELECT 'hours' UNION ALL SELECT 'prices' UNION ALL SELECT 'places'
          UNION ALL SELECT 'mail' UNION ALL SELECT 'texts' UNION ALL SELECT 'shop' UNION ALL SELECT 'gate') AS steps
   WHERE EXISTS (SELECT 1 FROM tickets);
