/** The logo of the company: shown, replaced, removed. It is saved at once, apart from the form around it. */
import { Button, FileButton, Group, Input, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { CompanyProfile } from "@meterbook/client";
import { logoQuery, useDeleteLogo, useUploadLogo } from "../../data/company.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { useCommon } from "../../words/common.ts";
import { useCompanyWords } from "./company.words.ts";

interface LogoProps {
  profile: CompanyProfile;
  mayEdit: boolean;
}

export function Logo({ profile: { logo, name }, mayEdit }: LogoProps) {
  const say = useCompanyWords();
  const common = useCommon();
  const upload = useUploadLogo();
  const remove = useDeleteLogo();
  const id = useId();
  return (
    <Stack gap="xs" role="group" aria-labelledby={id}>
      <Input.Label component="div" id={id}>
        {say("logo")}
      </Input.Label>
      {logo === null ? (
        <Text c="dimmed">{say("logo.none")}</Text>
      ) : (
        <Picture updatedAt={logo.updated_at} alt={say("logo.of", { company: name })} />
      )}
      {mayEdit ? (
        <Group gap="sm">
          <FileButton
            accept="image/png,image/jpeg,image/webp"
            onChange={(file) => {
              if (file !== null) upload.mutate(file);
            }}
          >
            {(props) => (
              <Button {...props} variant="default" loading={upload.isPending}>
                {say(logo === null ? "logo.add" : "logo.replace")}
              </Button>
            )}
          </FileButton>
          {logo === null ? null : (
            <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
              {common("act.remove")}
            </Button>
          )}
        </Group>
      ) : null}
      <Text size="sm" c="dimmed">
        {say("logo.hint")}
      </Text>
      <Refusal error={upload.error ?? remove.error} />
    </Stack>
  );
}

function Picture({ updatedAt, alt }: { updatedAt: string; alt: string }) {
  const { data } = useQuery(logoQuery(updatedAt));
  return data === undefined ? null : (
    <img
      src={data}
      alt={alt}
      style={{ maxWidth: 240, maxHeight: 90, background: "#fff", padding: 4, alignSelf: "flex-start", borderRadius: 4 }}
    />
  );
}
