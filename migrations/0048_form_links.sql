-- Form links for one person each, beside the link of the company, which has no reference.
alter table form_links
  -- What the company calls whom it was sent to; null: the link of the company.
  add column reference text,
  -- Identifies such a link in its token. Its creation time, which identifies the link of the company, would be one for many.
  add column nonce text,
  add column property_id bigint,
  add column utility_key text,
  add column language text constraint form_link_language_known check (language in ('en', 'es')),
  add column note text,
  add column created_by bigint,
  add column opened_at timestamptz(3),
  add column submitted_at timestamptz(3),
  add column updated_at timestamptz(3) not null default now(),
  add constraint form_link_identified check ((reference is null) = (nonce is null)),
  add foreign key (company_id, property_id) references properties (company_id, id) on delete set null (property_id);
create unique index form_link_id_unique on form_links (id);

-- What the link said when its form was sent.
alter table authorizations
  add column reference text,
  add column property_id bigint,
  add foreign key (company_id, property_id) references properties (company_id, id) on delete set null (property_id);
create index authorization_by_form_link on authorizations (company_id, form_link_id, id) where form_link_id is not null;
