/** The service keeps the specification: every endpoint, every field, every rule, seen from outside. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { checkShape, ALL_FIELDS, type Check } from "./check.ts";
import { document, readDocument } from "./document.ts";
import { ENDPOINTS, EVENT_TYPES, REPORT_TYPES, type Endpoint } from "./endpoints.ts";
import { REQUEST_ONLY } from "./resources.ts";
import { NOT_YET } from "./unknown.ts";
import { holdRulesOfAuthorizations } from "./authorization-rules.ts";
import { holdRulesOfBills } from "./bill-rules.ts";
import { addWhatPeopleKnow } from "./known-by-people.ts";
import { holdRulesOfWebhooks } from "./webhook-rules.ts";
import { credentialAt, listIds, openWorld, SILENT, TWO_YEARS_FROM } from "./world.ts";

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

describe("the copy of the specification", () => {
  const specification = readDocument();
  test("has every field, endpoint, event and report of the document, and no other", (t) => {
    if (specification === undefined) return t.skip(String(document.skip));
    const known = [...ALL_FIELDS, ...REQUEST_ONLY].filter((field) => !/^(Source|UtilityCompany)\./.test(field));
    assert.deepEqual(specification.fields.sort(), known.sort());
    assert.deepEqual(specification.endpoints.sort(), ENDPOINTS.map(nameOf).sort());
    assert.deepEqual(specification.eventTypes, EVENT_TYPES);
    assert.deepEqual(specification.reportTypes, REPORT_TYPES);
  });
});

const world = await openWorld({ after });
const seen = new Set<string>();
const good = new Set<string>();

holdRulesOfAuthorizations(world);
addWhatPeopleKnow(world);

describe("every endpoint", () => {
  /** Well-formed bodies; a function of the ids that stand in the path. */
  const BODIES: Record<string, (ids: Record<string, number[]>) => object> = {
    "POST /authorizations": () => ({
      ...credentialAt(world, "northgate-electric", "demo_gap"),
      twoFactorInstructions: "first pet: none",
      other_details: "the account of the office",
    }),
    "PUT /authorizations/:id/update_account_status": ({ utility_accounts = [] }) => ({
      utility_account_id: utility_accounts[0],
      status: "Active",
      data_start_date: TWO_YEARS_FROM,
    }),
    "PUT /utility_accounts/:id": () => ({ cost_center: "4100" }),
    "PUT /properties/:id": () => ({ cost_center: "4100" }),
    "PUT /meters/:id": () => ({ cost_center: "4100" }),
    "POST /webhooks": () => ({ event_type: "all", endpoint_url: world.receiver.url("/one-more") }),
    "PUT /webhooks/:id": () => ({ active: false, event_type: "bill.created" }),
    "POST /webhooks/validate/reset": () => ({}),
  };
  const CREATED = new Set(["POST /authorizations", "POST /webhooks"]);
  /** Notifications to the first company are under way: its secret stays as it is here. */
  const callerFor = (endpoint: Endpoint) =>
    nameOf(endpoint) === "POST /webhooks/validate/reset" ? world.neighbour : world.user;

  /** Every path an endpoint has for the records there are; of what changes a record, one. */
  async function pathsOf({ method, path }: Endpoint, ids: Record<string, number[]>): Promise<string[]> {
    const [, noun = ""] = path.split("/");
    const values: Record<string, () => Promise<(string | number)[]>> = {
      // The one that is switched off may change: nothing is awaited of it.
      ":id": async () =>
        noun === "webhooks"
          ? [world.webhooks.get(SILENT) ?? 0]
          : method === "GET"
            ? (ids[noun] ?? [])
            : (ids[noun] ?? []).slice(0, 1),
      ":property_id": async () => ids["properties"] ?? [],
      ":report_type": async () => REPORT_TYPES,
      ":date": () => world.user.read<string[]>("GET", "/days"),
    };
    let paths = [path];
    for (const name of path.match(/:\w+/g) ?? []) {
      const found = (await values[name]?.()) ?? [];
      paths = paths.flatMap((each) => found.map((value) => each.replace(name, String(value))));
    }
    assert.ok(paths.length > 0, `there is no record to ask ${method} ${path} for`);
    return paths.slice(0, 60);
  }

  for (const endpoint of ENDPOINTS) {
    test(`${nameOf(endpoint)} answers in the shape of the specification`, async () => {
      const ids = await listIds(world);
      const check: Check = { endpoint: nameOf(endpoint), faults: [], seen };
      for (const path of await pathsOf(endpoint, ids)) {
        const body = BODIES[nameOf(endpoint)]?.(ids);
        const answer = await callerFor(endpoint).call(endpoint.method, path, body);
        const expected = CREATED.has(nameOf(endpoint)) ? 201 : 200;
        assert.equal(answer.status, expected, `${endpoint.method} ${path}: ${answer.text.slice(0, 400)}`);
        assert.match(answer.headers.get("content-type") ?? "", /^application\/json(;|$)/);
        checkShape(answer.json, endpoint.answer, "answer", check);
      }
      assert.deepEqual(check.faults.slice(0, 20), []);
      good.add(nameOf(endpoint));
    });

    test(`${nameOf(endpoint)} wants to know who is asking`, async () => {
      const path = endpoint.path.replace(":date", "2026-01-01").replace(":report_type", "x").replace(/:\w+/g, "1");
      const response = await fetch(`${world.origin}/v1${path}`, { method: endpoint.method });
      assert.equal(response.status, 401, await response.text());
    });
  }

  test("the list of report types is that of the specification", async () => {
    const { reports_types } = await world.user.read<{ reports_types: string[] }>("GET", "/reports");
    assert.deepEqual([...reports_types].sort(), [...REPORT_TYPES].sort());
  });
});

holdRulesOfBills(world);
holdRulesOfWebhooks(world);

describe("every field", () => {
  test("had a value of its type in some record, but for those that nothing gives a value yet", () => {
    const empty = ALL_FIELDS.filter((field) => !seen.has(field));
    console.log(
      `${good.size} of ${ENDPOINTS.length} endpoints, ${seen.size} of ${ALL_FIELDS.length} fields with a value` +
        (empty.length === 0 ? "" : `; without: ${empty.join(", ")}`),
    );
    assert.deepEqual(empty.sort(), Object.values(NOT_YET).flat().sort());
  });
});
