/** Numbers of accounts and meters without their spaces and hyphens, by one database expression in indexes and on both sides of a comparison. */
import { sql, type RawBuilder } from "kysely";

export const bareNumberOf = (text: RawBuilder<unknown>) => sql`upper(regexp_replace(${text}, '[[:space:]-]', '', 'g'))`;
