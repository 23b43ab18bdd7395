-- Who signs in with the museum's identity provider: its issuer and the person's subject there, for ever the same account.
CREATE TABLE identities (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (account_id),
  made_at BIGINT NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_account_id ON identities (account_id);

-- The session at the identity provider with which this one began (the claim sid), where it was told.
ALTER TABLE sessions ADD COLUMN provider_session TEXT;
