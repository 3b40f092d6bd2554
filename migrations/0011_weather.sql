-- Where the temperatures of a station come from, and when the source was last asked for them.

alter table weather_stations
  -- A file of temperatures may not say where they were taken, and no list tells the time zone in a state that has two.
  alter column latitude drop not null,
  alter column longitude drop not null,
  alter column time_zone drop not null,
  -- Its id in the archive of daily temperatures, GHCN-Daily.
  add column ghcn_id text constraint weather_station_ghcn_unique unique,
  add column checked_at timestamptz(3);

-- Properties with a place that wait for a station near it.
create index property_without_station on properties (id) where weather_station_alpha_id is null and latitude is not null;
create index property_by_weather_station on properties (weather_station_alpha_id) where weather_station_alpha_id is not null;
