-- The days of a month that the meters of one type of energy are billed for. Null in a month of the whole property.
alter table property_months add column days_billed integer;
