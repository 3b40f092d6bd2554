/** The meters of a property with their accounts. */
import { Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { sayWord } from "../../app/language.ts";
import { metersQuery } from "../../data/meters.ts";
import { day } from "../../parts/format.ts";
import { Empty } from "../../parts/page.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { usePropertyWords } from "./property.words.ts";

export function Meters({ propertyId }: { propertyId: number }) {
  const say = usePropertyWords();
  const common = useCommon();
  const meters = useQuery(metersQuery(propertyId));
  return (
    <Loaded query={meters}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty icon="plug" title={say("meters.none")} text={say("meters.noneText")} />
        ) : (
          <Section title={say("meters.title")} sentence={say("meters.sentence", { count: rows.length })}>
            <div className="wide" role="region" aria-label={say("meters.title")} tabIndex={0}>
              <Table verticalSpacing="xs">
                <Table.Thead>
                  <Table.Tr>
                    {(["number", "service", "account", "utility", "billed", "status"] as const).map((key) => (
                      <Table.Th key={key} scope="col">
                        {say(`meters.${key}`)}
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map(({ id, meter_num, energy_type, utility_account: account, latest_usage_date, status }) => (
                    <Table.Tr key={id}>
                      <Table.Th scope="row">{meter_num ?? `#${id}`}</Table.Th>
                      <Table.Td>{sayWord(common, "energy", energy_type)}</Table.Td>
                      <Table.Td>{account.acct_num}</Table.Td>
                      <Table.Td>{account.utility_company_name}</Table.Td>
                      <Table.Td>{day(latest_usage_date)}</Table.Td>
                      <Table.Td>{sayWord(say, "status", status)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </div>
          </Section>
        )
      }
    </Loaded>
  );
}
