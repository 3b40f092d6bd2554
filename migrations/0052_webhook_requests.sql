-- What was sent and what the endpoint answered, for each attempt, so that its developer can see why it was refused.
-- Attempts from before this migration have neither.
alter table webhook_attempts
  add column request_body text,
  add column response_headers jsonb,
  add constraint webhook_attempt_request_bounded check (octet_length(request_body) <= 8192);
