/** What may be done with a document, whether by its button or by its key. */
import type { DocumentWithReading } from "@meterbook/client";

export type Act = "accept" | "enter" | "reject" | "reread";

interface Opened {
  document: Pick<DocumentWithReading, "state" | "reading">;
  mayEdit: boolean;
}

/** A decided document is left as it is: reading it again may edit its bill. */
export const isAllowed = (act: Act, { document, mayEdit }: Opened): boolean =>
  mayEdit && document.state === "review" && (act !== "accept" || document.reading !== null);
