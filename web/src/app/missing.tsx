/** The page for an address that shows nothing. */
import { Box } from "@mantine/core";
import { useCommon } from "../words/common.ts";
import { Empty, Page } from "../parts/page.tsx";
import { ButtonLink } from "../parts/link.tsx";

export function Missing() {
  const say = useCommon();
  return (
    <Box component="main" p="lg">
      <Page title={say("missing.title")}>
        <Empty title={say("missing.title")} text={say("missing.text")}>
          <ButtonLink to="/" mt="sm">
            {say("missing.home")}
          </ButtonLink>
        </Empty>
      </Page>
    </Box>
  );
}
