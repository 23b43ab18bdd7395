-- Kept answers that are refusals (sold out and the like), by age: of these only the newest are kept.
CREATE INDEX idempotent_refusals_by_age ON idempotent_answers (answered_at) WHERE status >= 400;
