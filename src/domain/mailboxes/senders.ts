/** Whether a mail is from one of the senders from which a mailbox takes bills, or a recipe takes codes. */

/**
 * `senders`: addresses and domains in lower case; none: everybody. `from`: the addresses of the mail's From, all of which must be
 * on the list. A domain includes the domains below it.
 */
export function isFromListed(senders: readonly string[], from: readonly string[]): boolean {
  if (senders.length === 0) return true;
  return from.length > 0 && from.every((address) => isListed(senders, address.trim().toLowerCase()));
}

function isListed(senders: readonly string[], address: string): boolean {
  const at = address.lastIndexOf("@");
  if (at === -1) return false;
  const domain = address.slice(at + 1);
  return senders.some((sender) =>
    sender.includes("@") ? sender === address : domain === sender || domain.endsWith(`.${sender}`),
  );
}
