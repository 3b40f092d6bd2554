-- What a person accepted of a corrected bill although it does not add up: [{name, detail, accepted_by, accepted_at}].
alter table utility_bills add column accepted_findings jsonb not null default '[]'
  constraint utility_bill_accepted_findings_list check (jsonb_typeof(accepted_findings) = 'array');
