/** Bringing bills that are not collected: files, spreadsheets of years, and mailboxes in which bills arrive. */
import { Stack } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useMay } from "../../parts/permissions.ts";
import { Page } from "../../parts/page.tsx";
import { useBringWords } from "./bring-bills.words.ts";
import { DropZone } from "./drop-zone.tsx";
import { Earlier } from "./earlier.tsx";
import { ImportReview } from "./import-review.tsx";
import { Mailboxes } from "./mailboxes.tsx";
import { UploadList } from "./upload-list.tsx";

export function BringBillsPage() {
  const say = useBringWords();
  const { import: importId } = useSearch({ from: "/signed-in/bring-bills" });
  const mayEdit = useMay("edit");
  return (
    <Page title={say("title")} lead={say("lead")}>
      {importId === undefined ? null : <ImportReview key={importId} id={importId} />}
      {mayEdit ? <DropZone /> : null}
      <UploadList />
      <Stack gap="lg">
        <Earlier />
        <Mailboxes />
      </Stack>
    </Page>
  );
}
