-- What a company says of itself: on its credential form, and for showing its figures.
alter table companies
  add column colour text constraint company_colour_form check (colour ~ '^#[0-9a-f]{6}$'),
  add column contact_name text,
  add column contact_email text,
  add column contact_phone text,
  add column contact_address text,
  add column privacy_url text,
  -- Why it asks for a login, as plain text.
  add column consent_text_en text constraint company_consent_en_size check (length(consent_text_en) <= 2000),
  add column consent_text_es text constraint company_consent_es_size check (length(consent_text_es) <= 2000),
  add column units text not null default 'us' constraint company_units_known check (units in ('us', 'metric')),
  add column fiscal_year_start integer not null default 1
    constraint company_fiscal_year_start_month check (fiscal_year_start between 1 and 12),
  -- Null: that of the reader's browser.
  add column language text constraint company_language_known check (language in ('en', 'es'));

-- The picture as the service drew it anew; never the file that was uploaded.
create table company_logos (
  company_id bigint primary key references companies (id) on delete cascade,
  png bytea not null constraint company_logo_size check (length(png) <= 1048576),
  width integer not null,
  height integer not null,
  updated_at timestamptz(3) not null default now()
);
