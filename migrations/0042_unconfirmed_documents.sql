-- Documents in review that only lack what other bills confirm, by account or, without one, by the number they print: each saved
-- bill looks for those of its account. The expressions are those of src/store/bills/unconfirmed-documents.ts. The number is cut,
-- because a document may print any text as its number, and an entry of an index has a limit.
create index document_unconfirmed on documents
  (company_id, utility_account_id, left(upper(regexp_replace(statement ->> 'acct_num', '[[:space:]-]', '', 'g')), 100), read_at)
  where state = 'review' and decision is null
    and findings @> '[{"name": "not_confirmed", "severity": "error"}]'
    and not findings @? '$[*] ? (@.severity == "error" && @.name != "not_confirmed" && @.name != "account_unknown")';
