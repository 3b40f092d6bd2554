/** Links to the form on which somebody else gives a login: that of the company, and those for one person each. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { LinkLine } from "./link-lines.ts";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";

const KEY = "form-links";

/** The link of the company, for everybody. */
export const companyLinkQuery = queryOptions({
  queryKey: [KEY, "company"],
  queryFn: ({ signal }) => meterbook.authorizations.getFormLink({ signal }),
});

const refresh = () => queryClient.invalidateQueries({ queryKey: [KEY] });

export const useRenewCompanyLink = () =>
  useMutation({ mutationFn: () => meterbook.authorizations.renewFormLink(), onSuccess: refresh });

export const formLinksQuery = queryOptions({
  queryKey: [KEY, "list"],
  queryFn: async ({ signal }) => (await meterbook.formLinks.list({ limit: 1000, signal }).toArray()).toReversed(),
});

export interface NewLinks {
  links: LinkLine[];
  property_id: number | null;
}

/** As many as the service takes in one request. */
const AT_ONCE = 500;

export const useCreateFormLinks = () =>
  useMutation({
    mutationFn: async ({ links, property_id }: NewLinks) => {
      for (let at = 0; at < links.length; at += AT_ONCE) {
        const form_links = links.slice(at, at + AT_ONCE).map((link) => ({ ...link, property_id }));
        await meterbook.formLinks.createMany({ form_links });
      }
    },
    onSettled: refresh,
  });

export const useRenewFormLink = () =>
  useMutation({ mutationFn: (id: number) => meterbook.formLinks.renewById(id, {}), onSuccess: refresh });

export const useEndFormLink = () =>
  useMutation({ mutationFn: (id: number) => meterbook.formLinks.end(id), onSuccess: refresh });

/** To the address of the link, or another one. */
export const useMailFormLink = () =>
  useMutation({
    mutationFn: ({ id, email }: { id: number; email: string }) => meterbook.formLinks.mailById(id, { email }),
    onSuccess: refresh,
  });
