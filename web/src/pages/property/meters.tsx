/** The meters of a property with their accounts, edited in place; and which of them hold its months back. */
import { Alert, Button, Group, Modal, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { UtilityMeter } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { metersQuery } from "../../data/meters.ts";
import { day } from "../../parts/format.ts";
import { TextLink } from "../../parts/link.tsx";
import { useMay } from "../../parts/permissions.ts";
import { Empty } from "../../parts/page.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { heldBack, type HeldBack } from "./held-back.ts";
import { MeterForm } from "./meter-form.tsx";
import { useRecordWords } from "./records.words.ts";

export function Meters({ propertyId }: { propertyId: number }) {
  const say = useRecordWords();
  const common = useCommon();
  const mayEdit = useMay("edit");
  const navigate = useNavigate({ from: "/properties/$id" });
  const { meter: opened } = useSearch({ from: "/signed-in/properties/$id" });
  const meters = useQuery(metersQuery(propertyId));
  const open = (meter: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, meter }), resetScroll: false, replace: true });
  return (
    <Loaded query={meters}>
      {(rows) => {
        if (rows.length === 0) return <Empty icon="plug" title={say("meters.none")} text={say("meters.noneText")} />;
        const edited = mayEdit ? rows.find(({ id }) => id === opened) : undefined;
        return (
          <Section title={say("meters.title")} sentence={say("meters.sentence", { count: rows.length })}>
            {heldBack(rows).map((held) => (
              <HoldsBack key={held.meter.id} held={held} end={mayEdit ? () => open(held.meter.id) : null} />
            ))}
            <div className="wide" role="region" aria-label={say("meters.title")} tabIndex={0}>
              <Table verticalSpacing="xs">
                <Table.Thead>
                  <Table.Tr>
                    {(["number", "service", "account", "utility", "customer", "billed", "status"] as const).map(
                      (key) => (
                        <Table.Th key={key} scope="col">
                          {say(`meters.${key}`)}
                        </Table.Th>
                      ),
                    )}
                    {mayEdit ? <Table.Td /> : null}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((meter) => (
                    <MeterRow key={meter.id} meter={meter} edit={mayEdit ? () => open(meter.id) : null} />
                  ))}
                </Table.Tbody>
              </Table>
            </div>
            <Modal
              opened={edited !== undefined}
              onClose={() => open(undefined)}
              title={edited === undefined ? "" : say("meter.title", { meter: edited.meter_num ?? `#${edited.id}` })}
              size="lg"
              closeButtonProps={{ "aria-label": common("act.close") }}
            >
              {edited === undefined ? null : (
                <MeterForm key={edited.id} meter={edited} others={rows} close={() => open(undefined)} />
              )}
            </Modal>
          </Section>
        );
      }}
    </Loaded>
  );
}

function MeterRow({ meter, edit }: { meter: UtilityMeter; edit: (() => void) | null }) {
  const say = useRecordWords();
  const common = useCommon();
  const { id, meter_num, energy_type, utility_account: account, latest_usage_date, status, deactivation_date } = meter;
  const number = meter_num ?? `#${id}`;
  return (
    <Table.Tr>
      <Table.Th scope="row">{number}</Table.Th>
      <Table.Td>{sayWord(common, "energy", energy_type)}</Table.Td>
      <Table.Td>
        <TextLink to="/bills" search={{ account: account.id }} size="sm">
          {account.acct_num}
        </TextLink>
      </Table.Td>
      <Table.Td>{account.utility_company_name}</Table.Td>
      <Table.Td>{account.delivery_name ?? ""}</Table.Td>
      <Table.Td style={{ whiteSpace: "nowrap" }}>{day(latest_usage_date)}</Table.Td>
      <Table.Td>
        {deactivation_date === null
          ? sayWord(say, "status", status)
          : say("meter.endedOn", { day: day(deactivation_date) })}
      </Table.Td>
      {edit === null ? null : (
        <Table.Td>
          <Button variant="subtle" size="compact-sm" onClick={edit} aria-label={say("meter.title", { meter: number })}>
            {say("meter.edit")}
          </Button>
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** The way to end the service of a meter is its form; who only reads sees what is the matter. */
function HoldsBack({ held: { meter, months }, end }: { held: HeldBack; end: (() => void) | null }) {
  const say = useRecordWords();
  const common = useCommon();
  return (
    <Alert color="yellow" variant="outline" p="sm">
      <Stack gap="xs">
        <Text size="sm">
          {say("meter.holds", {
            count: months,
            meter: meter.meter_num ?? `#${meter.id}`,
            service: sayWord(common, "energy", meter.energy_type),
            last: day(meter.latest_usage_date),
          })}
        </Text>
        {end === null ? null : (
          <Group>
            <Button size="compact-sm" variant="default" onClick={end}>
              {say("meter.end")}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
