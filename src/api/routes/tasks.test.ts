/** Tasks over the API: each kind comes from its records and ends with them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { newMember, sharedApp, type Member } from "../../../test/app.ts";
import { coverageRecords } from "../../../test/coverage.ts";
import { insertRecords } from "../../../test/records.ts";
import { TASK_KINDS, TaskList } from "../../records/task.ts";

const opened = await sharedApp();
const { app } = opened;

const read = async (member: Member, query = ""): Promise<TaskList> => {
  const answer = await member.send("GET", `/v1/tasks?${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return TaskList.strict().parse(answer.json());
};

/** A company with one record of each noun, and the bills of `coverageRecords`. */
async function companyOf(name: string) {
  const member = await newMember(opened, { name });
  const records = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });
  return { member, ...records };
}

const { member, ...own } = await companyOf("Busy");
const { company_id } = member;
const { place, gas } = await coverageRecords(app, company_id);

test("a company without anything to do has an empty list and counts of 0", async () => {
  const list = await read(await newMember(opened, { name: "Idle" }));
  assert.deepEqual(list.tasks, []);
  assert.equal(list.total, 0);
  assert.deepEqual(Object.keys(list.counts), [...TASK_KINDS]);
  assert.ok(Object.values(list.counts).every((count) => count === 0));
});

/** Brings about each kind of task, and ends it again. */
const KINDS: Record<
  (typeof TASK_KINDS)[number],
  { begin: ReturnType<typeof sql>[]; end: ReturnType<typeof sql>; task: object }
> = {
  second_factor: {
    begin: [
      sql`update authorizations set status = 'Pending', status_detail = 'mfa_required', action_required_by = 'customer', errors = 'It asks for a code.' where id = ${own.authorization_id}`,
      sql`insert into challenges (company_id, authorization_id, kind, prompt, job, tries_left, expires_at) values (${company_id}, ${own.authorization_id}, 'code', 'Code?', 'inventory', 3, now() + interval '10 minutes')`,
    ],
    end: sql`delete from challenges where company_id = ${company_id}`,
    task: {
      who: "customer",
      what: "It asks for a code.",
      path: `/v1/authorizations/${own.authorization_id}/challenge`,
    },
  },
  sign_in_refused: {
    begin: [],
    end: sql`update authorizations set action_required_by = 'service', errors = 'The website looks different.' where id = ${own.authorization_id}`,
    task: { who: "customer", method: "PATCH", path: `/v1/authorizations/${own.authorization_id}` },
  },
  sign_in_failing: {
    begin: [],
    end: sql`update authorizations set status = 'Inventory Complete', status_detail = 'revoked', action_required_by = 'none', errors = 'The key is gone.', revoked_at = now(), revoked_by = 'unknown' where id = ${own.authorization_id}`,
    task: { who: "operator", what: "The website looks different.", authorization_id: own.authorization_id },
  },
  login_lost: {
    begin: [],
    end: sql`update authorizations set revoked_by = 'company' where id = ${own.authorization_id}`,
    task: { who: "customer", what: "The key is gone.", path: "/v1/authorizations" },
  },
  document_in_review: {
    begin: [
      sql`update documents set state = 'review', utility_bill_id = null, statement = '{}', findings = '[{"name": "a", "severity": "warning", "detail": "A warning."}, {"name": "b", "severity": "error", "detail": "The charges add up to 2."}]' where id = ${own.document_id}`,
    ],
    end: sql`update documents set statement = null where id = ${own.document_id}`,
    task: {
      who: "customer",
      what: "“bill.pdf” waits in review: The charges add up to 2.",
      path: `/v1/documents/${own.document_id}`,
      utility_account_id: own.utility_account_id,
    },
  },
  document_unreadable: {
    begin: [],
    end: sql`update documents set decision = 'rejected', decided_at = now(), decided_by = ${member.user_id} where id = ${own.document_id}`,
    task: { who: "customer", what: "No bill was recognised in “bill.pdf”: The charges add up to 2." },
  },
  bill_late: {
    begin: [sql`update utility_accounts set last_fetched_at = now() where id = ${place.utility_account_id}`],
    end: sql`update utility_accounts set last_fetched_at = null where id = ${place.utility_account_id}`,
    task: {
      who: "utility",
      severity: "warning",
      record_id: place.utility_account_id,
      property_id: place.property_id,
      since: "2021-07-19T00:00:00.000Z",
    },
  },
  meter_without_bill: {
    begin: [sql`update utility_meters set latest_usage_date = '2021-01-15' where id = ${gas}`],
    end: sql`update utility_meters set deactivation_date = '2021-01-16' where id = ${gas}`,
    task: {
      record_id: gas,
      path: `/v1/meters/${gas}`,
      utility_account_id: place.utility_account_id,
      property_id: place.property_id,
    },
  },
  finding_open: {
    begin: [
      sql`delete from findings where company_id = ${company_id}`,
      sql`insert into findings (company_id, utility_meter_id, utility_account_id, utility_bill_id, rule, severity, start_date, end_date, message, figures) values (${company_id}, ${own.meter_id}, ${own.utility_account_id}, ${own.bill_id}, 'gap', 'warning', '2026-01-01', '2026-01-05', 'No bill covers the 4 days.', '{"days": 4}')`,
    ],
    end: sql`update findings set severity = 'notice' where company_id = ${company_id}`,
    task: {
      what: "No bill covers the 4 days.",
      property_id: own.property_id,
      utility_bill_id: own.bill_id,
      facts: {
        message: "No bill covers the 4 days.",
        rule: "gap",
        days: "4",
        property: "1 Sample Street",
        energy_type: "ELECTRIC",
      },
      utility_account_id: own.utility_account_id,
      record_type: "BillFinding",
    },
  },
  mailbox_failing: {
    begin: [
      sql`update mailboxes set state = 'login_refused', status_detail = 'login_refused', action_required_by = 'customer', errors = 'It did not accept the password.', failing_since = now() where id = ${own.mailbox_id}`,
    ],
    end: sql`update mailboxes set state = 'active', status_detail = null, action_required_by = 'none', errors = null, failing_since = null where id = ${own.mailbox_id}`,
    task: {
      who: "customer",
      what: "Bills of the mailbox “bills@example.com” do not arrive: It did not accept the password.",
      path: `/v1/mailboxes/${own.mailbox_id}`,
    },
  },
  delivery_failing: {
    begin: [
      sql`insert into data_delivery_runs (company_id, data_delivery_id, reason, due_at, state, until_xid, until_at, errors, action_required_by, status_detail) values (${company_id}, ${own.data_delivery_id}, 'request', now(), 'failed', '1', now(), 'The bucket is gone.', 'customer', 'unreachable')`,
    ],
    end: sql`update data_delivery_runs set state = 'delivered', errors = null, status_detail = null, action_required_by = 'none', delivered_at = now() where company_id = ${company_id}`,
    task: {
      what: "The delivery “Sample” did not arrive: The bucket is gone.",
      path: `/v1/delivery/${own.data_delivery_id}`,
    },
  },
  webhook_failing: {
    begin: [sql`update webhooks set failing_since = now() where id = ${own.webhook_id}`],
    end: sql`update webhooks set failing_since = null where id = ${own.webhook_id}`,
    task: { what: "https://receiver.example.com/ does not accept notifications. They are tried again." },
  },
  import_to_confirm: {
    begin: [sql`update imports set state = 'checked' where id = ${own.import_id}`],
    end: sql`update imports set state = 'cancelled', finished_at = now() where id = ${own.import_id}`,
    task: { method: "POST", path: `/v1/imports/${own.import_id}/confirm` },
  },
};

for (const kind of Object.keys(KINDS) as (typeof TASK_KINDS)[number][]) {
  test(`${kind} is listed while its record waits`, async () => {
    const { begin, end, task } = KINDS[kind];
    for (const change of begin) await change.execute(app.db);
    const { tasks, counts, total } = await read(member, `kind=${kind}`);
    assert.equal(tasks.length, 1, JSON.stringify(tasks));
    assert.deepEqual([counts[kind], total], [1, 1]);
    const [found] = tasks;
    assert.deepEqual({ ...found, ...task }, found);
    assert.ok(found !== undefined && found.what.endsWith(".") && found.how.endsWith("."));
    await end.execute(app.db);
    assert.equal((await read(member, `kind=${kind}`)).total, 0);
  });
}

test("the list goes by kind, is narrowed to who must act and to an account, and has pages", async () => {
  const { member: other, ...records } = await companyOf("Paged");
  await sql`
    update documents set state = 'review', utility_bill_id = null, statement = '{}' where id = ${records.document_id}`.execute(
    app.db,
  );
  await sql`update webhooks set failing_since = now() where id = ${records.webhook_id}`.execute(app.db);
  await sql`update imports set state = 'checked' where id = ${records.import_id}`.execute(app.db);
  const whole = await read(other);
  assert.deepEqual(
    whole.tasks.map(({ kind }) => kind),
    ["document_in_review", "finding_open", "webhook_failing", "import_to_confirm"],
  );
  const first = await other.send("GET", "/v1/tasks?limit=2");
  const next = /^<([^>]+)>/.exec(String(first.headers["link"]))?.[1]?.replace(app.publicUrl, "") ?? "";
  const second = await other.send("GET", next);
  assert.deepEqual([...first.json<TaskList>().tasks, ...second.json<TaskList>().tasks], whole.tasks);
  assert.equal(second.json<TaskList>().total, 4);
  assert.equal((await read(other, "who=operator")).total, 0);
  assert.equal((await read(other, "who=customer")).total, 4);
  assert.equal((await read(other, `utility_account_id=${records.utility_account_id}`)).total, 2);
  assert.equal((await read(member, `utility_account_id=${records.utility_account_id}`)).total, 0);
  assert.equal((await other.send("GET", "/v1/tasks?kind=laundry")).statusCode, 400);
});

test("pages of any size are the parts of the whole list, also where a page ends between two kinds", async () => {
  const { member: other, ...records } = await companyOf("Many");
  await sql`
    update documents set state = 'review', utility_bill_id = null, statement = '{}' where id = ${records.document_id}`.execute(
    app.db,
  );
  await sql`update webhooks set failing_since = now() where id = ${records.webhook_id}`.execute(app.db);
  await sql`
    insert into findings (company_id, utility_meter_id, utility_account_id, utility_bill_id, rule, severity, start_date,
      end_date, message, figures)
    select company_id, utility_meter_id, utility_account_id, utility_bill_id, 'zero_use', 'warning',
      start_date + n, end_date + n, 'The bill has no use.', '{}'
    from findings, generate_series(1, 450) n where company_id = ${other.company_id}`.execute(app.db);
  const { tasks: whole, total } = await read(other);
  assert.equal(whole.length, total);
  assert.deepEqual(
    [...new Set(whole.map(({ kind }) => kind))],
    ["document_in_review", "finding_open", "webhook_failing"],
  );
  // More than 200 rows are sent while they are read.
  for (const size of [150, total - 1, 210]) {
    const paged: unknown[] = [];
    for (let path: string | undefined = `/v1/tasks?limit=${size}`; path !== undefined;) {
      const answer = await other.send("GET", path);
      paged.push(...answer.json<TaskList>().tasks);
      path = /^<([^>]+)>/.exec(String(answer.headers["link"]))?.[1]?.replace(app.publicUrl, "");
    }
    assert.deepEqual(paged, whole, `pages of ${size}`);
  }
});
