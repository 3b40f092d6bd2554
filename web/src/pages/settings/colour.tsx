/** The colour of the company, with the head of its form as tenants see it, and how well a text is read on the colour. */
import { Button, ColorInput, Group, luminance, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { CompanyProfile } from "@meterbook/client";
import { logoQuery } from "../../data/company.ts";
import { number } from "../../parts/format.ts";
import type { CompanyValues } from "./company-values.ts";
import { useCompanyWords } from "./company.words.ts";

/** That of the service, which is used while a company has none. */
const OWN = "#0b5cad";
const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** From 1, the same, to 21, black on white: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. */
function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

interface ColourProps {
  form: UseFormReturnType<CompanyValues>;
  profile: CompanyProfile;
  mayEdit: boolean;
}

export function Colour({ form, profile, mayEdit }: ColourProps) {
  const say = useCompanyWords();
  const { colour, name } = form.values;
  const shown = isColour(colour) ? colour : OWN;
  const ink = contrastOf("#ffffff", shown) >= contrastOf("#000000", shown) ? "#ffffff" : "#000000";
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <ColorInput
          label={say("colour")}
          description={say("colour.hint")}
          format="hex"
          placeholder={OWN}
          maw={240}
          readOnly={!mayEdit}
          eyeDropperButtonProps={{ "aria-label": say("colour.pick") }}
          popoverProps={{ disabled: !mayEdit }}
          {...form.getInputProps("colour")}
        />
        {mayEdit && colour !== "" ? (
          <Button variant="default" onClick={() => form.setFieldValue("colour", "")}>
            {say("colour.none")}
          </Button>
        ) : null}
      </Group>
      <figure style={{ margin: 0, maxWidth: 480 }}>
        <figcaption>
          <Text size="sm" fw={500}>
            {say("preview")}
          </Text>
        </figcaption>
        <div
          style={{
            border: "1px solid var(--edge)",
            borderTop: `0.4rem solid ${shown}`,
            borderRadius: 4,
            background: "#fff",
            color: "#17212b",
            padding: "0.75rem 1rem",
          }}
        >
          <Group gap="sm" wrap="nowrap">
            {profile.logo === null ? null : <FormLogo updatedAt={profile.logo.updated_at} />}
            <strong style={{ overflowWrap: "anywhere" }}>{name}</strong>
          </Group>
          <p style={{ margin: "0.75rem 0" }}>{say("preview.title", { company: name })}</p>
          <span
            style={{
              display: "inline-block",
              padding: "0.4rem 0.9rem",
              borderRadius: 6,
              background: shown,
              color: ink,
              fontWeight: 600,
            }}
          >
            {say("preview.button")}
          </span>
        </div>
        <Text size="sm" c="dimmed">
          {say("contrast", {
            ink: say(ink === "#ffffff" ? "ink.white" : "ink.black"),
            ratio: number(contrastOf(ink, shown), 1),
          })}{" "}
          {contrastOf("#ffffff", shown) < 4.5 ? say("contrast.pale") : null}
        </Text>
      </figure>
    </Stack>
  );
}

function FormLogo({ updatedAt }: { updatedAt: string }) {
  const { data } = useQuery(logoQuery(updatedAt));
  return data === undefined ? null : <img src={data} alt="" style={{ maxWidth: "10rem", maxHeight: "2.75rem" }} />;
}
