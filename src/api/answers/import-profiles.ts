/** Import profiles as answers: a company's own and the built-in ones. */
import type { z } from "zod";
import { ImportMapping, type ImportProfile } from "../../records/import-profile.ts";
import type { ProfileRow } from "../../store/imports/import-profiles.ts";

type Wired = z.infer<typeof ImportProfile>;

export const wireOwnProfile = ({ name, profile, created_at, updated_at }: ProfileRow): Wired => ({
  name,
  built_in: false,
  // Written by the same schema; fields added later have their defaults.
  ...ImportMapping.parse(profile),
  created_at,
  updated_at,
});

export const wireBuiltIn = ({ name, mapping }: { name: string; mapping: z.infer<typeof ImportMapping> }): Wired => ({
  name,
  built_in: true,
  ...mapping,
  created_at: null,
  updated_at: null,
});
