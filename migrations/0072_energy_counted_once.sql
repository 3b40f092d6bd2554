-- The energy of a property's months and its CO2 equivalent, counted once for each service (domain/property/roll-up-ledger). Until
-- the months are derived again, they are those of the type of energy as a whole, as answers had them so far.
alter table property_months add column kbtus numeric(24, 6);
alter table property_months add column lbs_co2 numeric(24, 6);
update property_months
set kbtus = coalesce(distribution_kbtus, supply_kbtus), lbs_co2 = coalesce(distribution_lbs_co2, supply_lbs_co2)
where distribution_kbtus is not null or supply_kbtus is not null;
