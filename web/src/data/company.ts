/** The own company: what it says of itself, and its logo. */
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { CompanyEdit, CompanyProfile } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";
import { queryClient } from "./queries.ts";
import { SESSION_KEY } from "./user-cache.ts";

const PROFILE = ["company", "profile"] as const;

export const companyQuery = queryOptions({
  queryKey: PROFILE,
  queryFn: ({ signal }) => meterbook.company.get({ signal }),
});

/** The picture as a data address; `updatedAt` of the profile names its version. */
export const logoQuery = (updatedAt: string) =>
  queryOptions({
    queryKey: ["company", "logo", updatedAt],
    queryFn: async ({ signal }) => asDataAddress(await (await meterbook.company.getLogo({ signal })).blob()),
    staleTime: Infinity,
  });

const asDataAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    // Read as a data address, so a text.
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("the picture could not be read")));
    reader.readAsDataURL(blob);
  });

/** The name stands in the frame of every page. */
const keep = (profile: CompanyProfile) => {
  queryClient.setQueryData(PROFILE, profile);
  return queryClient.invalidateQueries({ queryKey: SESSION_KEY });
};

export const useEditCompany = () =>
  useMutation({ mutationFn: (edit: CompanyEdit) => meterbook.company.edit(edit), onSuccess: keep });

export const useUploadLogo = () =>
  useMutation({ mutationFn: (file: File) => meterbook.company.putLogo(file), onSuccess: keep });

export const useDeleteLogo = () =>
  useMutation({
    mutationFn: () => meterbook.company.deleteLogo(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: PROFILE }),
  });
