import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { sharedMaterial } from "../../test/shared.ts";
import { degreeDaysOfMonth } from "../domain/degree-days.ts";
import { cellsOf } from "./csv.ts";
import { readWeatherBytes, readWeatherFile } from "./read-file.ts";

const days = (text: string) => readWeatherFile(text)?.temperatures.flatMap((station) => station.days);

/** A line of a `.dly` file, built by the table of its columns. `marks` follow the values. */
function dlyLine(id: string, month: string, element: string, values: (number | [number, string])[]): string {
  const cells = Array.from({ length: 31 }, (_, index) => {
    const value = values[index] ?? -9999;
    const [tenths, marks] = typeof value === "number" ? [value, "  W"] : value;
    return String(tenths).padStart(5) + marks;
  });
  return `${id}${month.replace("-", "")}${element}${cells.join("")}`;
}

test("a cell may be quoted, empty, or contain a comma or a quote", () => {
  assert.deepEqual(cellsOf('a,"b, c","d ""e""",,'), ["a", "b, c", 'd "e"', "", ""]);
  assert.deepEqual(cellsOf(""), [""]);
});

test("a .dly file is read by its columns, tenths of Celsius become the whole Fahrenheit that was reported", () => {
  const text = [
    dlyLine("USW00094789", "2017-01", "TMAX", [111, 44, -50]),
    dlyLine("USW00094789", "2017-01", "TMIN", [11, 11, -150]),
    dlyLine("USW00094789", "2017-01", "PRCP", [5, 0, 0]),
  ].join("\n");
  const file = readWeatherFile(text);
  assert.equal(file?.kind, "GHCN-Daily (.dly)");
  assert.deepEqual(file.temperatures, [
    {
      station_id: "USW00094789",
      days: [
        { day: "2017-01-01", high_f: 52, low_f: 34 },
        { day: "2017-01-02", high_f: 40, low_f: 34 },
        { day: "2017-01-03", high_f: 23, low_f: 5 },
      ],
    },
  ]);
});

test("every whole degree Fahrenheit is restored from the tenths of Celsius that the archive keeps", () => {
  for (let degrees = -80; degrees <= 134; degrees++) {
    const tenths = Math.round(((degrees - 32) / 1.8) * 10);
    const line = `USW00094789,20200101,TMAX,${tenths},,,W,2400\nUSW00094789,20200101,TMIN,${tenths},,,W,2400\n`;
    assert.equal(days(line)?.[0]?.high_f, degrees);
  }
});

test("values that failed a check, missing values and invalid days are gaps", () => {
  const text = [
    dlyLine("USW00094789", "2023-02", "TMAX", [100, [100, " IW"], 100, ...Array.from({ length: 26 }, () => 100)]),
    dlyLine("USW00094789", "2023-02", "TMIN", [50, 50, -9999, ...Array.from({ length: 26 }, () => 50)]),
  ].join("\n");
  const read = days(text) ?? [];
  assert.deepEqual(read.map(({ day }) => day).slice(0, 2), ["2023-02-01", "2023-02-04"]);
  assert.equal(read.at(-1)?.day, "2023-02-28");
});

test("a day needs both its highest and its lowest, and the lowest must not be the higher", () => {
  const line = (element: string, value: number) => `USW00094789,20200101,${element},${value},,,W,2400\n`;
  assert.deepEqual(days(line("TMAX", 100)), []);
  assert.deepEqual(days(line("TMAX", 50) + line("TMIN", 100)), []);
  assert.equal(days(line("TMAX", 100) + line("TMIN", 50))?.length, 1);
});

test("a by-station file has its mark of a failed check in the sixth cell", () => {
  const good = "USW00094789,20200101,TMAX,100,,,W,2400\n";
  assert.deepEqual(days(`${good}USW00094789,20200101,TMIN,50,,I,W,2400\n`), []);
  assert.deepEqual(days(`${good}USW00094789,20200101,TMIN,50,H,,W,2400\n`), [
    { day: "2020-01-01", high_f: 50, low_f: 41 },
  ]);
});

test("a station of daily summaries whose name and place are null or no numbers has its id and no place", () => {
  const station = { alpha_id: "USW00094789", ghcn_id: "USW00094789", name: "USW00094789" };
  const unknown = { ...station, latitude: null, longitude: null, time_zone: null };
  const row = { STATION: "USW00094789", DATE: "2017-01-01", TMAX: "52", TMIN: "34" };
  const unnamed = { ...row, NAME: null, LATITUDE: null, LONGITUDE: null };
  assert.deepEqual(readWeatherFile(JSON.stringify([unnamed]))?.stations, [unknown]);
  assert.deepEqual(readWeatherFile(JSON.stringify([{ ...row, STATION: null }]))?.stations, []);
  const csv = "STATION,LATITUDE,LONGITUDE,DATE,TMAX,TMIN\nUSW00094789,north, ,2017-01-01,52,34\n";
  assert.deepEqual(readWeatherFile(csv)?.stations, [unknown]);
});

test("daily summaries in CSV have the name and place of the station if requested", () => {
  const text = [
    "STATION,NAME,LATITUDE,LONGITUDE,ELEVATION,DATE,TMAX,TMAX_ATTRIBUTES,TMIN,TMIN_ATTRIBUTES",
    '"USW00094789","JFK INTERNATIONAL AIRPORT, NY US","40.63915","-73.76390","2.7","2017-01-01"," 52",",,W,2400"," 34",",,W,2400"',
    '"USW00094789","JFK INTERNATIONAL AIRPORT, NY US","40.63915","-73.76390","2.7","2017-01-02"," 40",",I,W,2400"," 34",",,W,2400"',
  ].join("\r\n");
  const file = readWeatherFile(text);
  assert.deepEqual(file, {
    kind: "daily summaries (CSV)",
    stations: [
      {
        alpha_id: "USW00094789",
        ghcn_id: "USW00094789",
        name: "JFK INTERNATIONAL AIRPORT, NY US",
        latitude: 40.63915,
        longitude: -73.7639,
        time_zone: null,
      },
    ],
    temperatures: [{ station_id: "USW00094789", days: [{ day: "2017-01-01", high_f: 52, low_f: 34 }] }],
  });
});

test("daily summaries in JSON are the same rows, and an empty answer has no days", () => {
  const rows = [
    { DATE: "2017-01-01", STATION: "USW00094789", TMAX: "   52", TMIN: "   34" },
    { DATE: "2017-01-02", STATION: "USW00094789", TMAX: "40" },
  ];
  assert.deepEqual(days(JSON.stringify(rows)), [{ day: "2017-01-01", high_f: 52, low_f: 34 }]);
  assert.deepEqual(days("[]"), []);
});

const LIST = `"USAF","WBAN","STATION NAME","CTRY","STATE","ICAO","LAT","LON","ELEV(M)","BEGIN","END"
"725030","14732","LA GUARDIA AIRPORT","US","NY","KLGA","+40.779","-073.880","+0003.0","19730101","20180305"
"726400","14839","GENERAL MITCHELL INTERNATIONAL AP","US","WI","KMKE","+42.955","-087.904","+0204.2","19480101","20180305"
"726396","99999","WILKERSON PASS","US","CO","K4BM","+39.050","-105.510","+3438.0","19760926","20180303"
"726460","14897","WAUSAU MUNICIPAL ARPT","US","WI","KAUW","+44.929","-089.628","+0364.5","19730101","19850531"
"726463","14897","WAUSAU DOWNTOWN AIRPORT","US","WI","KAUW","+44.929","-089.628","+0365.8","19900314","20180305"
"711200","15801","SOMEWHERE ELSE","CA","","CYEG","+53.310","-113.580","+0723.0","19730101","20180305"
"999999","53131","NOWHERE","US","AZ","","+32.240","-111.170","+0835.0","20020901","20180305"
"726510","14944","JOE FOSS FIELD AIRPORT","US","SD","KFSD","+43.578","-096.754","+0435.3","19421001","20180305"
`;

test("the list of stations gives the airports that still report, with the id of the archive", () => {
  const file = readWeatherFile(LIST);
  assert.deepEqual(
    file?.stations.map(({ alpha_id, ghcn_id, name, time_zone }) => [alpha_id, ghcn_id, name, time_zone]),
    [
      ["KLGA", "USW00014732", "LA GUARDIA AIRPORT, NY", "America/New_York"],
      ["KMKE", "USW00014839", "GENERAL MITCHELL INTERNATIONAL AP, WI", "America/Chicago"],
      ["KAUW", "USW00014897", "WAUSAU DOWNTOWN AIRPORT, WI", "America/Chicago"],
      ["KFSD", "USW00014944", "JOE FOSS FIELD AIRPORT, SD", null],
    ],
  );
  assert.deepEqual([file?.stations[0]?.latitude, file?.stations[0]?.longitude], [40.779, -73.88]);
});

test("a text of another kind is not recognized", () => {
  for (const text of ["", "hello", "[{", "<html></html>", '{"a":1}', "date,high,low\n2020-01-01,1,0", "\0\0\0"]) {
    assert.equal(readWeatherFile(text), null, JSON.stringify(text));
  }
});

test("a packed file is unpacked, a broken one is not recognized", () => {
  const packed = gzipSync(LIST);
  assert.equal(readWeatherBytes(packed)?.stations.length, 4);
  assert.equal(readWeatherBytes(packed.subarray(0, 40)), null);
  assert.equal(readWeatherBytes(Buffer.from(LIST))?.stations.length, 4);
  assert.equal(readWeatherBytes(new Uint8Array()), null);
});

const archive = sharedMaterial("data/weather");
test(
  "a file of the archive for an airport gives the degree days calculated elsewhere",
  {
    skip: archive.skip,
  },
  () => {
    const file = readWeatherFile(readFileSync(join(archive.path, "ghcnd_USW00094789_JFK_2017-2020.csv"), "utf8"));
    const read = file?.temperatures[0]?.days ?? [];
    assert.equal(read.length, 1461);
    const january = degreeDaysOfMonth(
      "2017-01-01",
      read.filter(({ day }) => day.startsWith("2017-01")),
    );
    assert.deepEqual([january.heating_degree_days, january.month_complete], [812, true]);
  },
);
