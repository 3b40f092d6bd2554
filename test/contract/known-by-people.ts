/** What no utility website says and a person knows, so that fields have a value: floor areas, contacts, how a building is used. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { until } from "../callers.ts";
import type { World } from "./world.ts";

const EDITS: { noun: string; fields: Record<string, unknown> }[] = [
  {
    noun: "utility_accounts",
    fields: { delivery_name: "Billing desk", delivery_email: "bills@example.com", master_acct_num: "M-1" },
  },
  {
    noun: "properties",
    fields: {
      sq_ft: 52_000,
      street2: "Floor 2",
      longitude: -89.65,
      latitude: 39.8,
      year_built: 1987,
      construction_type: "STUCCO",
      primary_use: "OFFICE",
      story_type: "SINGLE",
      cooling_energy_type: "ELECTRIC",
      heating_energy_type: "GAS",
      star_certified: true,
    },
  },
  { noun: "meters", fields: { premise_num: "P-7", deactivation_date: "2027-01-01" } },
];

/** The specification shows no way to edit these fields; the service has PATCH for it. */
export function addWhatPeopleKnow({ user }: World): void {
  describe("what people know", () => {
    for (const { noun, fields } of EDITS) {
      test(`of ${noun} is kept`, async () => {
        const records = await user.read<{ id: number }[]>("GET", `/${noun}`);
        const [record] = records;
        const edited = await user.read<Record<string, unknown>>("PATCH", `/${noun}/${record?.id}`, fields);
        for (const [name, value] of Object.entries(fields)) {
          const expected = name.endsWith("_date") ? `${String(value)}T00:00:00.000Z` : value;
          assert.equal(edited[name], expected, name);
        }
      });
    }

    test("of the use of a property gives its snapshots a score", async () => {
      const [property] = await user.read<{ id: number }[]>("GET", "/properties");
      const path = `/properties/${property?.id}`;
      const property_use = {
        property_type: "Data Center",
        annual_it_energy_kwh: 150_000,
        it_energy_measured_at_ups: true,
      };
      await user.read("PUT", path, { property_use });
      await until("a score", async () => {
        const { snapshot_data } = await user.read<{ snapshot_data: { STAR_rating: number | null }[] }>(
          "GET",
          `${path}/snapshots`,
        );
        return snapshot_data.some(({ STAR_rating }) => STAR_rating !== null) ? true : null;
      });
    });
  });
}
