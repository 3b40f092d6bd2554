/** Addresses of the parts of a feed in the form of ESPI's REST interface; readers join the parts by them. */

export type Addresses = ReturnType<typeof addressesFrom>;

/**
 * `self` is the address of the feed, `…/v1/days/2026-03-01?format=xml` or that of a delivery; the records' addresses share its
 * beginning.
 */
export function addressesFrom(self: string) {
  const [api = self] = self.split(/\/(?:days|delivery)\//, 1);
  const resources = `${api}/espi/1_1/resource`;
  const customer = (accountId: number) => `${resources}/RetailCustomer/${accountId}`;
  return {
    localTime: `${resources}/LocalTimeParameters/1`,
    readingType: (key: string) => `${resources}/ReadingType/${key}`,
    customerAccount: (accountId: number) => `${customer(accountId)}/Customer/${accountId}/CustomerAccount/${accountId}`,
    statement: (accountId: number, billId: number) =>
      `${customer(accountId)}/Customer/${accountId}/Statement/${billId}`,
    usagePoint: (accountId: number, meterId: number) => `${customer(accountId)}/UsagePoint/${meterId}`,
    /** The address of the same record as JSON. */
    accountRecord: (id: number) => `${api}/utility_accounts/${id}`,
    billRecord: (id: number) => `${api}/utility_bills/${id}`,
    meterRecord: (id: number) => `${api}/meters/${id}`,
  };
}

/** The collection of a part: `…/UsagePoint` for `…/UsagePoint/7`. */
export const collectionOf = (href: string): string => href.slice(0, href.lastIndexOf("/"));
