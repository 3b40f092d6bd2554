/** All deliveries: how each stands, when it comes next, its last files, what went wrong and what to do. */
import { Anchor, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { DataDelivery } from "@meterbook/client";
import { deliveriesQuery } from "../../data/deliveries.ts";
import { propertiesQuery } from "../../data/properties.ts";
import { moment } from "../../parts/format.ts";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink, TextLink } from "../../parts/link.tsx";
import { useMay } from "../../parts/permissions.ts";
import { Empty, Page } from "../../parts/page.tsx";
import { Loaded } from "../../parts/section.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { useAllPropertiesWords } from "../reports/all-properties.words.ts";
import { useReportsWords } from "../reports/reports.words.ts";
import { useDeliveriesWords } from "./deliveries.words.ts";
import { contentOf, placeOf, scheduleOf, stateOf, troubleOf } from "./delivery-words.ts";

export function DeliveriesPage() {
  const say = useDeliveriesWords();
  const mayEdit = useMay("edit");
  const deliveries = useQuery(deliveriesQuery);
  const add = mayEdit ? (
    <ButtonLink to="/deliveries/new" leftSection={<Icon name="plus" size={16} />}>
      {say("new")}
    </ButtonLink>
  ) : null;
  return (
    <Page title={say("title")} lead={say("lead")} beside={add}>
      <Loaded query={deliveries}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon="mail" title={say("none")} text={say("noneText")} />
          ) : (
            <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
              {all.toReversed().map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

/** Of each delivery; its own page has all. */
const FILES_SHOWN = 2;

function DeliveryRow({ delivery }: { delivery: DataDelivery }) {
  const say = useDeliveriesWords();
  const sayReport = useReportsWords();
  const sayPortfolio = useAllPropertiesWords();
  const properties = useQuery(propertiesQuery);
  const nameOf = (propertyId: number) => properties.data?.find(({ id }) => id === propertyId)?.name;
  const { tone, text } = stateOf(say, delivery);
  const trouble = troubleOf(say, delivery, delivery);
  const { id, name, files, active, next_delivery_at } = delivery;
  const rest = files.length - FILES_SHOWN;
  return (
    <SimpleGrid component="li" className="paper" p="md" cols={{ base: 1, sm: 2, lg: 4 }} verticalSpacing="sm">
      <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
        <TextLink to="/deliveries/$id" params={{ id: String(id) }} fw={600}>
          {name}
        </TextLink>
        <Text size="sm" c="dimmed">
          {contentOf(say, { sayReport, sayPortfolio }, delivery, nameOf)}
        </Text>
        <Text size="sm" c="dimmed">
          {placeOf(say, delivery)}
        </Text>
      </div>
      <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
        <StateMark tone={tone}>{text}</StateMark>
        {trouble === null || delivery.state === "replaced" ? null : <Text size="sm">{trouble}</Text>}
      </div>
      <div>
        <Text size="sm">{active ? say("next", { moment: moment(next_delivery_at) }) : say("next.paused")}</Text>
        <Text size="sm" c="dimmed">
          {scheduleOf(say, delivery)}
        </Text>
      </div>
      <Stack gap={2} style={{ minWidth: 0, overflowWrap: "anywhere" }}>
        {files.slice(0, FILES_SHOWN).map((file) => (
          <Anchor key={file.expiring_link} href={file.expiring_link} size="sm">
            {file.name}
          </Anchor>
        ))}
        {rest > 0 ? (
          <Text size="sm" c="dimmed">
            {say("files.more", { count: rest })}
          </Text>
        ) : null}
        {files.length === 0 ? (
          <Text size="sm" c="dimmed">
            {say("files.none")}
          </Text>
        ) : null}
      </Stack>
    </SimpleGrid>
  );
}
