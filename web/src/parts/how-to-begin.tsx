/** The two ways by which bills come, in the place of what is made of them; who only reads cannot begin. */
import { Group } from "@mantine/core";
import { useCommon } from "../words/common.ts";
import { ButtonLink } from "./link.tsx";
import { useMay } from "./permissions.ts";

export function HowToBegin() {
  const say = useCommon();
  if (!useMay("edit")) return null;
  return (
    <Group mt="sm" justify="center">
      <ButtonLink to="/connections">{say("begin.connect")}</ButtonLink>
      <ButtonLink to="/bring-bills" variant="default">
        {say("begin.bring")}
      </ButtonLink>
    </Group>
  );
}
