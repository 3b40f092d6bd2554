/** What the code of a connector may not do, as code for one visit, and what the error says. */

/** Has a page shown that shows what it was sent. */
export const ECHO = "await portal.page({ url: '/echo', form: { q: portal.password } });";
/** Each is refused and leaves the process in use, so that one visit tries all of them. */
export const REFUSED: [what: string, code: string, says: RegExp][] = [
  [
    "an error",
    "async (portal) => { const secret = {}; secret[portal.username].pat; }",
    /failed \(TypeError\) at line \d+, column \d+/,
  ],
  ["something thrown that is not an error", "async () => { throw { toString: 1 }; }", /failed \(object\)/],
  [
    "a result that does not fit its schema",
    "async () => ({ accounts: [{ external_id: '', acct_num: '1' }] })",
    /gave accounts\.0\.external_id that does not fit, in the list of accounts/,
  ],
  ["an empty list without is_empty", "async () => ({ accounts: [] })", /does not say that the list is empty/],
  [
    "another count than the portal's",
    "async () => ({ count: 2, accounts: [{ external_id: '1', acct_num: '1' }] })",
    /1 accounts were found where the portal counts 2/,
  ],
  [
    "two rows of one id that differ",
    "async () => ({ accounts: [1, 2].map((n) => ({ external_id: '1', acct_num: String(n) })) })",
    /two rows of one external_id differ/,
  ],
  ["the password in an address", "(portal) => portal.page('/in?' + portal.password)", /the password into an address/],
  [
    "the password in a header",
    "(portal) => portal.page({ url: '/in', headers: { a: portal.password } })",
    /the password into a header/,
  ],
  [
    "the password to another host",
    "(portal) => portal.page({ url: OTHER + '/take', form: { p: portal.password } })",
    /would send the password to 127\.0\.0\.1:\d+, which connector\.yaml does not allow/,
  ],
  [
    "the password to where the portal moved",
    "(portal) => portal.page({ url: '/moved', form: { p: portal.password } })",
    /may not get the password/,
  ],
  [
    "the password in a form that is not declared",
    "(portal) => portal.digest({ way: 'md5', text: portal.password })",
    /does not list md5/,
  ],
  [
    "the password in the address of a form that is sent by GET",
    `async (portal) => { await portal.page({ url: '/echo', form: { q: 'x' } }); await portal.form('form', {}, { n: portal.password }); }`,
    /the password into an address/,
  ],
  [
    "the password onward to another host, in an address of the portal",
    "(portal) => portal.page({ url: '/onward', form: { q: portal.password } })",
    /which the recipe does not name/,
  ],
  [
    "a page that shows the password, as a result",
    `async (portal) => { ${ECHO} const [{ p }] = await portal.rows('body', { p: 'p' }); return { accounts: [{ external_id: '1', acct_num: p }] }; }`,
    /gave the password as a result/,
  ],
  [
    "a page that shows the password, to another host",
    `async (portal) => { const { body } = ${ECHO} await portal.form('#to', {}, { body }); }`,
    /would send the password to 127/,
  ],
  [
    "a result nested without end",
    "async () => { let deep = []; for (let n = 0; n < 5000; n++) deep = [deep]; return { accounts: deep }; }",
    /nested too deeply|does not fit|form of its contract/,
  ],
  [
    "more digests than a visit may make",
    "async (portal) => { for (;;) await portal.digest({ way: 'md5', text: 'x' }); }",
    /more digests/,
  ],
  [
    "a host that is not declared",
    "(portal) => portal.page('https://example.com/')",
    /led to example\.com, which the recipe does not name/,
  ],
  ["something that is not a web address", "(portal) => portal.page('file:///etc/passwd')", /not a web address/],
  [
    "a refusal of the login when it is signed in",
    "async (portal) => { await portal.page('/home'); throw portal.refuse('invalid_credentials', '100-1'); }",
    /cannot be given in the list of accounts/,
  ],
  [
    "words of an error that are composed at run time",
    "async (portal) => { throw portal.changed('Pat ' + 4711); }",
    /^the connector says portal_changed, in/,
  ],
  [
    "the password more often than declared",
    "async (portal) => { for (;;) await portal.page({ url: '/in', form: { secret: portal.password } }); }",
    /the password more than 6 times/,
  ],
];
