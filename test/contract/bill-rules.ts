/** Rules of bills, days, metadata and the records they depend on (specification 2.2 to 2.7, 4.2 to 4.5). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { World } from "./world.ts";

interface Line {
  id: number;
  utility_bill_id: number;
  utility_account_id: number;
  utility_meter_id: number;
}

interface Bill {
  id: number;
  utility_account_id: number;
  original_utility_bill_id: number | null;
  archived: boolean;
  archive_reason: string | null;
  source: { expiring_link: string; expiresIn: string; format: string };
  charges: Line[];
  usages: Line[];
  created_at: string;
}

const idsOf = (bills: Bill[]) => new Set(bills.map(({ id }) => id));

export function holdRulesOfBills({ user, neighbour }: World): void {
  const billsOf = async (noun: string): Promise<Map<number, Bill[]>> => {
    const records = await user.read<{ id: number }[]>("GET", `/${noun}`);
    const found = new Map<number, Bill[]>();
    for (const { id } of records)
      found.set(id, (await user.read<{ bills: Bill[] }>("GET", `/${noun}/${id}/bills`)).bills);
    return found;
  };

  describe("bills", () => {
    test("belong to one account, and every line to one bill and one meter", async () => {
      const meters = new Set((await user.read<{ id: number }[]>("GET", "/meters")).map(({ id }) => id));
      for (const [account, bills] of await billsOf("utility_accounts")) {
        for (const bill of bills) {
          assert.equal(bill.utility_account_id, account);
          for (const line of [...bill.charges, ...bill.usages]) {
            assert.deepEqual([line.utility_bill_id, line.utility_account_id], [bill.id, account]);
            assert.ok(meters.has(line.utility_meter_id));
          }
        }
      }
    });

    test("of a meter are those with a line of it, whole", async () => {
      const all = [...(await billsOf("utility_accounts")).values()].flat();
      for (const [meter, bills] of await billsOf("meters")) {
        const expected = all.filter(({ charges, usages }) =>
          [...charges, ...usages].some(({ utility_meter_id }) => utility_meter_id === meter),
        );
        assert.deepEqual(idsOf(bills), idsOf(expected));
        for (const bill of bills) {
          const same = all.find(({ id }) => id === bill.id);
          assert.deepEqual([bill.charges, bill.usages], [same?.charges, same?.usages]);
        }
      }
    });

    test("that were edited point to the original, which is archived with a reason", async () => {
      const all = [...(await billsOf("utility_accounts")).values()].flat();
      const edited = all.filter(({ original_utility_bill_id }) => original_utility_bill_id !== null);
      assert.ok(edited.length > 0);
      for (const { original_utility_bill_id } of edited) {
        const original = await user.read<Bill>("GET", `/utility_bills/${original_utility_bill_id}`);
        assert.equal(original.archived, true);
        assert.ok(original.archive_reason);
      }
      assert.ok(all.filter(({ archived }) => !archived).every(({ archive_reason }) => archive_reason === null));
    });

    test("have a file behind a link that needs nothing else", async () => {
      const [bill] = [...(await billsOf("utility_accounts")).values()].flat();
      const { source } = bill ?? assert.fail("there is no bill");
      const response = await fetch(source.expiring_link);
      assert.equal(response.status, 200);
      assert.equal(source.format, "pdf");
      assert.equal(
        Buffer.from(await response.arrayBuffer())
          .subarray(0, 5)
          .toString(),
        "%PDF-",
      );
      assert.equal((await fetch(`${source.expiring_link.slice(0, -2)}xx`)).status >= 400, true);
    });
  });

  describe("the days", () => {
    test("are those on which bills were saved, each with exactly its bills", async () => {
      const all = [...(await billsOf("utility_accounts")).values()].flat();
      const days = await user.read<string[]>("GET", "/days");
      assert.deepEqual([...days].sort(), [...new Set(all.map(({ created_at }) => created_at.slice(0, 10)))].sort());
      for (const day of days) {
        const bills = await user.read<Bill[]>("GET", `/days/${day}`);
        const expected = all.filter(({ created_at }) => created_at.startsWith(day));
        assert.deepEqual(idsOf(bills), idsOf(expected));
        assert.ok(bills.every(({ charges, usages }) => charges.length > 0 && usages.length > 0));
      }
      assert.deepEqual(await neighbour.read("GET", "/days"), []);
    });

    test("come as XML for format=xml, and as JSON for any other value", async () => {
      const [day] = await user.read<string[]>("GET", "/days");
      const plain = await user.call("GET", `/days/${day}`);
      const xml = await user.call("GET", `/days/${day}?format=xml`);
      assert.equal(xml.status, 200, xml.text.slice(0, 300));
      assert.match(xml.headers.get("content-type") ?? "", /^text\/xml(;|$)/);
      assert.match(xml.text, /^<\?xml /);
      for (const format of ["json", "XML", "csv", "", "%20xml", "xml1"]) {
        const answer = await user.call("GET", `/days/${day}?format=${format}`);
        assert.equal(answer.status, 200, `format=${format}: ${answer.text.slice(0, 300)}`);
        assert.match(answer.headers.get("content-type") ?? "", /^application\/json(;|$)/, format);
        assert.equal(answer.text, plain.text, format);
      }
    });
  });

  describe("metadata", () => {
    const PLACES = [
      { noun: "utility_accounts", native: "native_account_id", more: ["account_active"] },
      { noun: "meters", native: "native_meter_id", more: [] },
      { noun: "properties", native: "native_property_id", more: [] },
    ];
    for (const { noun, native, more } of PLACES) {
      test(`of ${noun} becomes what is put, and still contains ${native}`, async () => {
        const [record] = await user.read<{ id: number }[]>("GET", `/${noun}`);
        const path = `/${noun}/${record?.id}`;
        const put = async (metadata: object) =>
          (await user.read<{ metadata: Record<string, unknown> }>("PUT", path, metadata)).metadata;
        const first = await put({ color: "green", deep: { list: [1, "two", null] } });
        assert.deepEqual(first["deep"], { list: [1, "two", null] });
        const second = await put({ size: 3 });
        assert.deepEqual(Object.keys(second).sort(), [native, ...more, "size"].sort());
        assert.ok(Number.isInteger(second[native]));
        const read = await user.read<{ metadata: object }>("GET", path);
        assert.deepEqual(read.metadata, second);
      });
    }
  });

  describe("a property", () => {
    test("is the object itself, with what was asked for nested into it", async () => {
      const [listed] = await user.read<{ id: number }[]>("GET", "/properties");
      const PARTS = [
        ["", "utility_meters"],
        ["/bills", "bills"],
        ["/snapshots", "snapshot_data"],
        ["/monthly", "property_aggregated_monthly_data"],
        ["/monthly/energytype", "energy_type_aggregated_monthly_data"],
        ["/monthly/meters", "monthly_meter_data"],
        ["/degreedays", "degree_days"],
      ] as const;
      for (const [path, key] of PARTS) {
        const whole = await user.read<Record<string, unknown>>("GET", `/properties/${listed?.id}${path}`);
        const { [key]: nested, ...property } = whole;
        assert.ok(Array.isArray(nested), `${path} nests ${key}`);
        assert.deepEqual(Object.keys(property).sort(), Object.keys(listed ?? {}).sort(), path);
      }
    });
  });
}
