/** Tickets that are good for a short time, and mostly once: access tokens, signed addresses, one-time cookies. */
import { randomBytes } from "node:crypto";

export interface Tickets<Holder> {
  /** The text of a new ticket. */
  issue(holder: Holder): string;
  /** Who holds it; undefined when it is unknown or has expired. */
  find(ticket: string | undefined): Holder | undefined;
  /** The same, and it is used up. */
  use(ticket: string | undefined): Holder | undefined;
  end(ticket: string | undefined): void;
}

const TICKETS_MAX = 10_000;

/** Each is good for so many seconds; the oldest are forgotten first. */
export function createTickets<Holder>(seconds: number): Tickets<Holder> {
  const tickets = new Map<string, { holder: Holder; untilMs: number }>();
  const find = (ticket: string | undefined): Holder | undefined => {
    const known = ticket === undefined ? undefined : tickets.get(ticket);
    return known !== undefined && Date.now() < known.untilMs ? known.holder : undefined;
  };
  const end = (ticket: string | undefined): void => {
    if (ticket !== undefined) tickets.delete(ticket);
  };
  return {
    issue(holder) {
      const ticket = randomBytes(24).toString("base64url");
      tickets.set(ticket, { holder, untilMs: Date.now() + seconds * 1000 });
      const [oldest] = tickets.keys();
      if (tickets.size > TICKETS_MAX && oldest !== undefined) tickets.delete(oldest);
      return ticket;
    },
    find,
    use(ticket) {
      const holder = find(ticket);
      end(ticket);
      return holder;
    },
    end,
  };
}
