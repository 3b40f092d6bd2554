/** How much a portal may give: rows of a list and the lengths of their texts, whether a recipe or code reads them. */

/** Of a list, over all its pages. */
export const ROWS_MAX = 10_000;

/** Letters of each text of a row. The database finds rows by the first two, and cannot by longer ones. */
export const LETTERS_MAX = { external_id: 1000, acct_num: 100, service_address: 300 } as const;

/** Letters of a value that later requests use: of the visit, such as a token, and of each row. */
export const VALUE_MAX = 200_000;
export const ROW_VALUE_MAX = 4000;
