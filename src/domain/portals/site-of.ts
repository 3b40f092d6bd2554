/** The host of a website as a person would say it, without `www.`; the text itself where it is no address. */
export const siteOf = (url: string): string => /^(?:https?:\/\/)?(?:www\.)?([^/?#\s]+)/i.exec(url)?.[1] ?? url;
