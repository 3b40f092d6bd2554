/** The host of a website for readers, without `www.`; the text itself when it is not an address. */
export const siteOf = (url: string): string => /^(?:https?:\/\/)?(?:www\.)?([^/?#\s]+)/i.exec(url)?.[1] ?? url;
