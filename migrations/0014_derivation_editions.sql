-- By which edition of the rules a company's months were made. One of an older edition has them made anew, in the background.
alter table companies add column derivation_edition integer not null default 0;
