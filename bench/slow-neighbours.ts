/**
 * How long a file of one company waits beside five companies that flood slow ones of the same kind: PDFs, scans, mailboxes
 * whose server drips, and spreadsheets. Arguments: the kind, how often it is measured, and the seconds in between.
 */
import { setTimeout as delay } from "node:timers/promises";
import { newMember, openTestApp, type Member } from "../test/app.ts";
import { hostileWorkbook } from "../test/hostile-workbook.ts";
import { csv, row, upload, type Import } from "../test/imports.ts";
import { file, mixed, openMailboxes, pdf, shown } from "../test/mailboxes.ts";
import { pdfOfPictures } from "../test/picture-pdf.ts";
import { drawBill } from "../test/drawn-bills.ts";
import { scanned } from "../test/scanned.ts";
import { openRenderer } from "../src/parsers/pictures/read-pictures.ts";
import { pageOf, textAt } from "../src/parsers/parsers.fixtures.ts";
import { startWorker } from "../src/jobs/worker.ts";
import { median } from "./timing.ts";

const [kind = "pdf", times = "5", pause = "5"] = process.argv.slice(2);
const COMPANIES = 5;
const FILES = 10;
const endings: (() => Promise<unknown>)[] = [];
const ending = { after: (end: () => Promise<unknown>) => void endings.unshift(end) };

/** Begins the flood; then gives the function that sends one quick job and waits until it is done. */
type Begin = () => Promise<() => Promise<void>>;

const uploadFile = async (member: Member, name: string, bytes: Buffer): Promise<number> => {
  const answer = await member.send("POST", `/v1/documents?name=${name}&utility_company=Any`, bytes, {
    "content-type": "application/octet-stream",
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ id: number }>().id;
};

async function untilRead(member: Member, id: number): Promise<void> {
  for (;;) {
    const { state } = (await member.send("GET", `/v1/documents/${id}`)).json<{ state: string }>();
    if (state !== "waiting") return;
    await delay(50);
  }
}

async function openFlood(slow: (company: number, at: number) => Buffer, quick: (at: number) => Buffer) {
  const running = await openTestApp(ending);
  for (let company = 0; company < COMPANIES; company += 1) {
    const member = await newMember(running, { name: `Flood ${company}` });
    for (let at = 0; at < FILES; at += 1) await uploadFile(member, `${at}.pdf`, slow(company, at));
  }
  const other = await newMember(running, { name: "Quick" });
  const worker = startWorker(running.app);
  ending.after(() => worker.stop(0));
  let sent = 0;
  return async () => untilRead(other, await uploadFile(other, "bill.pdf", quick((sent += 1))));
}

/** Unlike every other one, so that each is read. */
const slowPdf = (company: number, at: number): Buffer =>
  Buffer.concat([pageOf(Buffer.alloc(20_000_000, "q Q ")), Buffer.from(`\n%${company} ${at}\nstartxref\n9\n%%EOF\n`)]);
const plainPdf = (at: number): Buffer => pageOf(textAt(`Amount due ${at}.50`, 50, 600));

async function scans() {
  const renderer = openRenderer({ processes: 1 });
  const bill = await drawBill("northgate-electric", "demo_residential");
  const drawn = await renderer.render(bill.bytes, { page: 1, dpi: 200 });
  await renderer.close();
  if (!drawn.ok) throw new Error(drawn.finding.detail);
  const page = await scanned(drawn.png, "image/jpeg", { seed: 1, degreesMax: 1, noise: 5 });
  const of = (pages: number, mark: string): Buffer =>
    Buffer.concat([
      pdfOfPictures(Array.from({ length: pages }, () => page)),
      Buffer.from(`\n%${mark}\nstartxref\n9\n%%EOF\n`),
    ]);
  return { slow: (company: number, at: number) => of(10, `${company} ${at}`), quick: (at: number) => of(1, `q ${at}`) };
}

const BEGIN: Record<string, Begin> = {
  pdf: () => openFlood(slowPdf, plainPdf),
  picture: async () => {
    const { slow, quick } = await scans();
    return openFlood(slow, quick);
  },
  import: async () => {
    const running = await openTestApp(ending);
    for (let company = 0; company < COMPANIES; company += 1) {
      const member = await newMember(running, { name: `Flood ${company}` });
      for (let at = 0; at < 3; at += 1)
        await upload(member, hostileWorkbook(3_000_000 + company * 10 + at), `name=${at}.xlsx`, {
          "content-type": "application/octet-stream",
        });
    }
    const other = await newMember(running, { name: "Quick" });
    const worker = startWorker(running.app);
    ending.after(() => worker.stop(0));
    let month = 0;
    return async () => {
      const { id } = (await upload(other, csv(row((month += 1))))).json<Import>();
      for (;;) {
        const { state } = (await other.send("GET", `/v1/imports/${id}`)).json<Import>();
        if (state !== "waiting" && state !== "reading") return;
        await delay(50);
      }
    };
  },
  mailbox: async () => {
    const { running, mailbox } = await openMailboxes(ending);
    for (let company = 0; company < COMPANIES; company += 1) {
      const { server } = await mailbox(`Flood ${company}`);
      for (let at = 0; at < FILES; at += 1)
        server.add({ content: mixed(file(pdf(1))), breaks: { at: "BODYSTRUCTURE", how: "drip" } });
    }
    const other = await mailbox("Quick");
    const worker = startWorker(running.app);
    ending.after(() => worker.stop(0));
    return async () => {
      const before = (await shown(other)).last_checked_at;
      await other.member.send("POST", `/v1/mailboxes/${other.id}/check`);
      while ((await shown(other)).last_checked_at === before) await delay(50);
    };
  },
};

const begin = BEGIN[kind];
if (begin === undefined) throw new Error(`kinds: ${Object.keys(BEGIN).join(", ")}`);
const quick = await begin();
const seconds: number[] = [];
for (let time = 0; time < Number(times); time += 1) {
  await delay(Number(pause) * 1000);
  const began = performance.now();
  await quick();
  seconds.push((performance.now() - began) / 1000);
  console.log(`${kind}: done after ${seconds.at(-1)?.toFixed(1)} s`);
}
console.log(
  `${kind} beside ${COMPANIES} companies that flood slow ones: median ${median(seconds).toFixed(1)} s, at most ${Math.max(...seconds).toFixed(1)} s`,
);
for (const end of endings) await end();
