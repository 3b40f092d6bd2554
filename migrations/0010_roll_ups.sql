-- Roll-ups of properties are made by a job; the CO2 of a usage says by which factor it was reckoned.

-- The factor with its edition, as 'eGRID2023 rev2 CAMX'; null where none is known.
alter table utility_usages add column co2_factor text;
-- Bills that were there before have their CO2 still to be reckoned: the sweep does it where a text is of an older form.
update bill_texts set form = 0;

-- Set by every write that touches the months of its meters, its area or its use; cleared by the roll-up that has seen them.
alter table properties add column roll_up_stale_since timestamptz(3);
update properties set roll_up_stale_since = now();
-- What the sweep looks for: properties whose roll-up was lost, or was never made.
create index property_roll_up_stale on properties (roll_up_stale_since) where roll_up_stale_since is not null;
