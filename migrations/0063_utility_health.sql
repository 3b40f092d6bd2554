-- How the portals of utilities do, over all companies, and what they showed when they were not as their recipe says. For the operator.

-- Visits by utility, hour and outcome.
create table portal_visits (
  utility text not null constraint portal_visit_utility_size check (length(utility) between 1 and 253),
  hour timestamptz(3) not null,
  -- 'success', or the kind of the refusal.
  outcome text not null constraint portal_visit_outcome_size check (length(outcome) between 1 and 40),
  visits integer not null constraint portal_visit_counted check (visits > 0),
  primary key (utility, hour, outcome)
);
create index portal_visit_age on portal_visits (hour);

create table utility_health (
  utility text primary key constraint utility_health_utility_size check (length(utility) between 1 and 253),
  -- Of the latest visit, and since when visits use it; null: it has no recipe.
  recipe_version integer,
  recipe_changed_at timestamptz(3) not null,
  last_visit_at timestamptz(3) not null,
  last_success_at timestamptz(3),
  -- How long the latest successful visits took, the newest first.
  recent_ms bigint[] not null default '{}',
  -- Since the last success: visits that the website itself refused, and the authorizations they were for.
  failing_since timestamptz(3),
  failing_kind text,
  failing_logins bigint[] not null default '{}',
  -- When so many different ones were refused that it is the website, for everybody.
  trouble_since timestamptz(3)
);

-- The last answers of portals that were not as their recipe says, without a value of any customer, and of no company.
create table changed_pages (
  id bigint generated always as identity primary key,
  utility text not null constraint changed_page_utility_size check (length(utility) between 1 and 253),
  recipe_version integer,
  detail text not null constraint changed_page_detail_size check (length(detail) <= 2000),
  place text not null constraint changed_page_place_size check (length(place) <= 2000),
  http_status integer not null,
  media_type text,
  content text not null constraint changed_page_content_size check (length(content) <= 200000),
  created_at timestamptz(3) not null default now()
);
create index changed_page_of_utility on changed_pages (utility, id);
create index changed_page_age on changed_pages (created_at);
