/** Atom feeds of ESPI 4.0: the usage of a subscription, the retail customer, the state of a permission, the list of a notification. */
import { dayNumber, weekdayOf, addDays } from "../world/days.ts";
import type { Account, Bill, Customer, Point } from "./customers.ts";
import { uuidOf } from "./customers.ts";

const ATOM = "http://www.w3.org/2005/Atom";
const ESPI = "http://naesb.org/espi";
const CUSTOMER = "http://naesb.org/espi/customer";
const PUBLISHED = "2026-01-05T00:00:00Z";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const text = (value: string): string => value.replaceAll(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark);

interface EntryParts {
  id: string;
  title: string;
  self: string;
  related?: string[];
  published?: string;
  content: string;
}

function entry({ id, title, self, related = [], published = PUBLISHED, content }: EntryParts): string {
  const up = self.slice(0, self.lastIndexOf("/"));
  return `<entry>
  <id>urn:uuid:${id}</id>
  <link rel="self" href="${text(self)}"/>
  <link rel="up" href="${text(up)}"/>
${related.map((href) => `  <link rel="related" href="${text(href)}"/>\n`).join("")}  <title>${text(title)}</title>
  <published>${published}</published>
  <updated>${published}</updated>
  <content>${content}</content>
</entry>
`;
}

const feed = (self: string, title: string, entries: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="${ATOM}">
<id>urn:uuid:${uuidOf(self)}</id>
<link rel="self" href="${text(self)}"/>
<title>${text(title)}</title>
<updated>${PUBLISHED}</updated>
${entries.join("")}</feed>
`;

/** The Sunday in a month on or after a day of it. */
function sundayFrom(day: string): string {
  return addDays(day, (7 - weekdayOf(day)) % 7);
}

/** Midnight in Chicago, in seconds since 1970. */
export function midnight(day: string): number {
  const year = day.slice(0, 4);
  const isSummer = day > sundayFrom(`${year}-03-08`) && day <= sundayFrom(`${year}-11-01`);
  return dayNumber(day) * 86_400 + (isSummer ? 5 : 6) * 3600;
}

const interval = (name: string, { startDay, endDay }: Pick<Bill, "startDay" | "endDay">): string =>
  `<${name}><duration>${midnight(endDay) - midnight(startDay)}</duration><start>${midnight(startDay)}</start></${name}>`;

/** Electricity in thousands of watt-hours, gas in thousandths of a therm. */
const UNITS = {
  electric: { kind: 0, commodity: 1, uom: 72, power: 3 },
  gas: { kind: 1, commodity: 7, uom: 169, power: -3 },
} as const;

const LOCAL_TIME = `<LocalTimeParameters xmlns="${ESPI}"><dstEndRule>B40E2000</dstEndRule><dstOffset>3600</dstOffset><dstStartRule>360E2000</dstStartRule><tzOffset>-21600</tzOffset></LocalTimeParameters>`;

function summaryText({ service, tariff }: Point, bill: Bill): string {
  const { commodity, uom, power } = UNITS[service];
  const items = bill.items.map(
    ({ note, kind, cents }) =>
      `<costAdditionalDetailLastPeriod><amount>${cents * 1000}</amount><note>${text(note)}</note><itemKind>${kind}</itemKind></costAdditionalDetailLastPeriod>`,
  );
  return [
    `<UsageSummary xmlns="${ESPI}">`,
    interval("billingPeriod", bill),
    `<billLastPeriod>${bill.totalCents * 1000}</billLastPeriod>`,
    `<costAdditionalLastPeriod>${bill.totalCents * 1000}</costAdditionalLastPeriod>`,
    ...items,
    "<currency>840</currency>",
    `<overallConsumptionLastPeriod><powerOfTenMultiplier>${power}</powerOfTenMultiplier><uom>${uom}</uom><value>${bill.use}</value></overallConsumptionLastPeriod>`,
    `<qualityOfReading>${bill.estimated ? 8 : 17}</qualityOfReading>`,
    `<statusTimeStamp>${midnight(bill.publishedDay)}</statusTimeStamp>`,
    `<commodity>${commodity}</commodity>`,
    `<tariffProfile>${text(tariff)}</tariffProfile>`,
    "</UsageSummary>",
  ].join("");
}

const pointPath = (base: string, subscription: string, { id }: Point): string =>
  `${base}/Subscription/${subscription}/UsagePoint/${id}`;

function pointEntries(base: string, subscription: string, point: Point, bills: Bill[]): string[] {
  const { kind, commodity, uom, power } = UNITS[point.service];
  const self = pointPath(base, subscription, point);
  const reading = `${self}/MeterReading/1`;
  const type = `${base}/ReadingType/${point.id}`;
  return [
    entry({
      id: point.id,
      title: `${point.service} service`,
      self,
      related: [`${self}/MeterReading`, `${self}/UsageSummary`],
      content: `<UsagePoint xmlns="${ESPI}"><ServiceCategory><kind>${kind}</kind></ServiceCategory><status>1</status></UsagePoint>`,
    }),
    entry({
      id: uuidOf(`${point.id} type`),
      title: "Monthly reading",
      self: type,
      content: `<ReadingType xmlns="${ESPI}"><commodity>${commodity}</commodity><currency>840</currency><flowDirection>1</flowDirection><powerOfTenMultiplier>${power}</powerOfTenMultiplier><uom>${uom}</uom></ReadingType>`,
    }),
    entry({
      id: uuidOf(`${point.id} reading`),
      title: "Billed use",
      self: reading,
      related: [`${reading}/IntervalBlock`, type],
      content: `<MeterReading xmlns="${ESPI}"/>`,
    }),
    ...bills.flatMap((bill) => [
      entry({
        id: uuidOf(`${bill.id} block`),
        title: "",
        self: `${reading}/IntervalBlock/${bill.id}`,
        published: `${bill.publishedDay}T08:00:00Z`,
        content: `<IntervalBlock xmlns="${ESPI}">${interval("interval", bill)}<IntervalReading>${interval("timePeriod", bill)}<value>${bill.use}</value></IntervalReading></IntervalBlock>`,
      }),
      entry({
        id: bill.id,
        title: "Bill",
        self: `${self}/UsageSummary/${bill.id}`,
        published: `${bill.publishedDay}T08:00:00Z`,
        content: summaryText(point, bill),
      }),
    ]),
  ];
}

/** Everything of a subscription; `isListed` chooses among the bills. */
export function usageFeed(
  base: string,
  subscription: string,
  accounts: readonly Account[],
  isListed: (bill: Bill, point: Point) => boolean,
): string {
  const entries = accounts.flatMap(({ points }) =>
    points.flatMap((point) =>
      pointEntries(
        base,
        subscription,
        point,
        point.bills.filter((bill) => isListed(bill, point)),
      ),
    ),
  );
  const localTime = entry({
    id: uuidOf("local time"),
    title: "Central time",
    self: `${base}/LocalTimeParameters/1`,
    content: LOCAL_TIME,
  });
  return feed(`${base}/Batch/Subscription/${subscription}`, "Green Button usage feed", [localTime, ...entries]);
}

const element = (name: string, value: string): string => `<${name}>${text(value)}</${name}>`;

/** Who the customer is, with the accounts of the subscription; it names its usage points by their addresses. */
export function customerFeed(
  base: string,
  of: { subscription: string; customerId: string; customer: Customer; accounts: readonly Account[] },
): string {
  const { subscription, customerId, customer, accounts } = of;
  const own = `${base}/RetailCustomer/${customerId}/Customer/1`;
  const head = entry({
    id: uuidOf(`${customer.username} customer`),
    title: "Customer",
    self: own,
    related: [`${own}/CustomerAccount`],
    content: `<Customer xmlns="${CUSTOMER}">${element("name", customer.name)}</Customer>`,
  });
  const rest = accounts.flatMap((account) => {
    const self = `${own}/CustomerAccount/${account.id}`;
    const agreement = `${self}/CustomerAgreement/1`;
    const location = `${agreement}/ServiceLocation/1`;
    const address = [
      `<streetDetail>${element("addressGeneral", account.street)}</streetDetail>`,
      `<townDetail>${element("code", "62701")}${element("name", "Springfield")}${element("stateOrProvince", "IL")}</townDetail>`,
    ].join("");
    const points = account.points.map((point) => element("UsagePoint", pointPath(base, subscription, point))).join("");
    return [
      entry({
        id: account.id,
        title: account.name,
        self,
        related: [`${self}/CustomerAgreement`],
        content: `<CustomerAccount xmlns="${CUSTOMER}">${element("accountId", account.number)}</CustomerAccount>`,
      }),
      entry({
        id: uuidOf(`${account.id} agreement`),
        title: "Agreement",
        self: agreement,
        related: [location],
        content: `<CustomerAgreement xmlns="${CUSTOMER}">${element("agreementId", account.number)}</CustomerAgreement>`,
      }),
      entry({
        id: uuidOf(`${account.id} location`),
        title: "Service location",
        self: location,
        content: `<ServiceLocation xmlns="${CUSTOMER}"><mainAddress>${address}</mainAddress><UsagePoints>${points}</UsagePoints></ServiceLocation>`,
      }),
      ...account.points.map((point, at) =>
        entry({
          id: uuidOf(`${point.id} meter`),
          title: "Meter",
          self: `${location}/Meter/${at + 1}`,
          related: [pointPath(base, subscription, point)],
          content: `<Meter xmlns="${CUSTOMER}">${element("serialNumber", point.meterNumber)}</Meter>`,
        }),
      ),
    ];
  });
  return feed(`${base}/Batch/RetailCustomer/${customerId}`, "Green Button customer feed", [head, ...rest]);
}

/** Status 1: active, 0: revoked. */
export const authorizationEntry = (base: string, id: string, status: 0 | 1): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${entry({
    id: uuidOf(`authorization ${id}`),
    title: "Authorization",
    self: `${base}/Authorization/${id}`,
    content: `<Authorization xmlns="${ESPI}"><status>${status}</status><expires_at>4102444800</expires_at><scope>FB=1_3_4_15</scope><token_type>Bearer</token_type><resourceURI>${text(`${base}/Batch/Subscription/${id}`)}</resourceURI><authorizationURI>${text(`${base}/Authorization/${id}`)}</authorizationURI></Authorization>`,
  }).replace("<entry>", `<entry xmlns="${ATOM}">`)}`;

export const batchList = (addresses: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<BatchList xmlns="${ESPI}">${addresses.map((address) => element("resources", address)).join("")}</BatchList>\n`;
