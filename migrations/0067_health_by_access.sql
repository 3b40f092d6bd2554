-- Visits with a permission (Green Button Connect) go to another server than sign-ins: each has a state of its own.

alter table utility_health
  add column access text not null default 'login'
    constraint utility_health_access_known check (access in ('login', 'green_button')),
  drop constraint utility_health_pkey,
  add primary key (utility, access);

alter table portal_visits
  add column access text not null default 'login'
    constraint portal_visit_access_known check (access in ('login', 'green_button')),
  drop constraint portal_visits_pkey,
  add primary key (utility, access, hour, outcome);
