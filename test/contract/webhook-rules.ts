/** Rules of webhooks: which events each receives, the signature, the receiver's answer, and the shared secret (specification 2.10, 4.7, 5, 6). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { until } from "../callers.ts";
import { callerWith } from "./caller.ts";
import { EVENT_TYPES } from "./endpoints.ts";
import type { Notification } from "./receiver.ts";
import { SILENT, type World } from "./world.ts";

type Secret = { secret: string };
interface Webhook {
  id: number;
  active: boolean;
  archived: boolean;
  event_type: string;
  endpoint_url: string;
}

const pathOf = (eventType: string) => `/${eventType.replaceAll(" ", "-")}`;

export function holdRulesOfWebhooks(world: World): void {
  const { user, receiver, origin } = world;
  const at = (path: string) => receiver.notifications.filter((notification) => notification.path === path);
  const typeOf = ({ body }: Notification) => (body["data"] as { event_type: string }).event_type;

  describe("webhooks", () => {
    test("receive each type of event, and no webhook receives an event that it did not ask for", async () => {
      await until("one notification of each event", async () =>
        EVENT_TYPES.every((type) => at(pathOf(type)).length > 0) ? true : null,
      );
      for (const type of EVENT_TYPES) assert.deepEqual([...new Set(at(pathOf(type)).map(typeOf))], [type]);
      await until("all of them at the webhook for all", async () =>
        new Set(at("/all").map(typeOf)).size === EVENT_TYPES.length ? true : null,
      );
      assert.deepEqual(at(pathOf(SILENT)), []);
      assert.deepEqual(
        at("/neighbour").filter(({ accepted }) => accepted),
        [],
      );
    });

    test("carry both forms of the body, signed over the JSON text of data", () => {
      const received = receiver.notifications.filter(({ path }) => path !== "/neighbour" && path !== "/one-more");
      assert.ok(received.length > 10);
      assert.deepEqual(
        received.filter(({ accepted }) => !accepted),
        [],
      );
      for (const { body } of received.filter((each) => typeOf(each) === "bill.created")) {
        assert.equal(body["event_type"], "bill.created");
        const ids = body["utility_bill_ids"];
        assert.ok(Array.isArray(ids) && ids.length > 0 && ids.every(Number.isSafeInteger));
        assert.deepEqual(body["data"], { event_type: "bill.created", utility_bill_ids: ids });
        const epochMs = Number(body["nonce"]);
        assert.ok(Math.abs(Date.now() - epochMs) < 600_000, `the nonce ${epochMs} is the epoch time`);
      }
    });

    test("speak of every bill, the edited one too", async () => {
      const accounts = await user.read<{ id: number }[]>("GET", "/utility_accounts");
      const ids = new Set<number>();
      for (const { id } of accounts) {
        const { bills } = await user.read<{ bills: { id: number }[] }>("GET", `/utility_accounts/${id}/bills`);
        for (const bill of bills) ids.add(bill.id);
      }
      const notifiedBills = () =>
        new Set(at("/bill.created").flatMap(({ body }) => body["utility_bill_ids"] as number[]));
      await until("a notification for each bill", async () => (notifiedBills().size >= ids.size ? true : null));
      assert.deepEqual(notifiedBills(), ids);
    });

    test("whose receiver finds another signature get its 500, and are sent again until it accepts", async () => {
      const right = (await user.read<Secret>("GET", "/webhooks/validate")).secret;
      const hook = await addWebhook("/refusing");
      receiver.secret = "not the secret";
      const [property] = await user.read<{ id: number }[]>("GET", "/properties");
      await user.read("PUT", `/properties/${property?.id}`, { turn: 1 });
      await until("the refusal", async () => (at("/refusing").some(({ accepted }) => !accepted) ? true : null));
      receiver.secret = right;
      await until("the second attempt", async () => (at("/refusing").some(({ accepted }) => accepted) ? true : null));
      await user.call("DELETE", `/webhooks/${hook.id}`);
    });

    test("share a secret that a reset replaces, for the next notification", async () => {
      const old = (await user.read<Secret>("GET", "/webhooks/validate")).secret;
      const { secret } = await user.read<Secret>("POST", "/webhooks/validate/reset", {});
      assert.notEqual(secret, old);
      assert.equal((await user.read<Secret>("GET", "/webhooks/validate")).secret, secret);
      assert.notEqual((await world.neighbour.read<Secret>("GET", "/webhooks/validate")).secret, secret);
      receiver.secret = secret;
      const hook = await addWebhook("/after-reset");
      const [meter] = await user.read<{ id: number }[]>("GET", "/meters");
      await user.read("PUT", `/meters/${meter?.id}`, { turn: 2 });
      await until("a notification", async () => (at("/after-reset").length > 0 ? true : null));
      assert.equal(at("/after-reset")[0]?.accepted, true);
      await user.call("DELETE", `/webhooks/${hook.id}`);
    });

    test("give their secret to an API token", async () => {
      const made = await user.read<{ token: string }>("POST", "/api_tokens", { name: "Receiver" });
      const { secret } = await callerWith(origin, made.token).read<Secret>("GET", "/webhooks/validate");
      assert.equal(secret, (await user.read<Secret>("GET", "/webhooks/validate")).secret);
    });

    test("are edited in part, and receive nothing once deleted", async () => {
      const hook = await addWebhook("/edited");
      const edited = await user.read<Webhook>("PUT", `/webhooks/${hook.id}`, { event_type: "property.updated" });
      assert.deepEqual(
        [edited.event_type, edited.active, edited.endpoint_url],
        ["property.updated", true, hook.endpoint_url],
      );
      assert.ok((await user.call("DELETE", `/webhooks/${hook.id}`)).status < 300);
      const [property] = await user.read<{ id: number }[]>("GET", "/properties");
      const before = at("/all").length;
      await user.read("PUT", `/properties/${property?.id}`, { turn: 3 });
      await until("the notification of the others", async () => (at("/all").length > before ? true : null));
      assert.deepEqual(at("/edited"), []);
    });

    test("of an unknown event or a wrong address are refused", async () => {
      for (const body of [
        { event_type: "bill.deleted", endpoint_url: receiver.url("/x") },
        { event_type: "all", endpoint_url: "not an address" },
        { event_type: "all" },
        { endpoint_url: receiver.url("/x") },
      ])
        assert.ok((await user.call("POST", "/webhooks", body)).status >= 400, JSON.stringify(body));
    });
  });

  async function addWebhook(path: string): Promise<Webhook> {
    const body = { event_type: "all", endpoint_url: receiver.url(path) };
    const all = await user.read<Webhook[]>("POST", "/webhooks", body);
    return all.at(-1) ?? assert.fail("no webhook was answered");
  }
}
