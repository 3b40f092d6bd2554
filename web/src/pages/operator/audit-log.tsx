/** Who did what: the rows of the audit log, by company, action and time. */
import { Code, Group, Select, Table, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { AUDIT_SHOWN, auditQuery, companiesQuery } from "../../data/operations.ts";
import { moment } from "../../parts/format.ts";
import { Empty } from "../../parts/page.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useOperatorWords } from "./operator.words.ts";

const DAYS = [1, 7, 30, 365];

export function AuditLog() {
  const say = useOperatorWords();
  const { company, action, days = 7 } = useSearch({ from: "/signed-in/operator" });
  const navigate = useNavigate({ from: "/operator" });
  // Each letter would be a request.
  const [asked] = useDebouncedValue(action?.trim() ?? "", 400);
  const companies = useQuery(companiesQuery);
  const names = new Map(companies.data?.map(({ id, name }) => [id, name]));
  const rows = useQuery(
    auditQuery({
      days,
      ...(company === undefined ? {} : { company_id: company }),
      ...(asked === "" ? {} : { action: asked }),
    }),
  );
  const narrow = (search: { company?: number | undefined; action?: string | undefined; days?: number | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...search }), replace: true });
  return (
    <Section title={say("audit.title")} sentence={say("audit.sentence")}>
      <Group gap="sm" align="flex-end">
        <Select
          label={say("audit.company")}
          data={(companies.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={company === undefined ? null : String(company)}
          onChange={(next) => narrow({ company: next === null ? undefined : Number(next) })}
          clearable
          clearButtonProps={{ "aria-label": say("audit.all") }}
          placeholder={say("audit.all")}
          searchable
        />
        <TextInput
          label={say("audit.action")}
          placeholder="password.read"
          value={action ?? ""}
          maxLength={100}
          onChange={(event) =>
            narrow({ action: event.currentTarget.value === "" ? undefined : event.currentTarget.value })
          }
        />
        <Select
          label={say("audit.time")}
          data={DAYS.map((count) => ({ value: String(count), label: say("audit.days", { count }) }))}
          value={String(days)}
          allowDeselect={false}
          onChange={(next) => narrow({ days: Number(next ?? 7) })}
        />
      </Group>
      <Loaded query={rows}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={say("audit.none")} text={say("audit.noneText")} />
          ) : (
            <>
              <div className="wide" role="region" aria-label={say("audit.title")} tabIndex={0}>
                <Table miw={820}>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{say("audit.when")}</Table.Th>
                      <Table.Th>{say("audit.actor")}</Table.Th>
                      <Table.Th>{say("audit.action")}</Table.Th>
                      <Table.Th>{say("audit.record")}</Table.Th>
                      <Table.Th>{say("audit.company")}</Table.Th>
                      <Table.Th>{say("audit.address")}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {all.slice(0, AUDIT_SHOWN).map((row) => (
                      <Table.Tr key={row.id}>
                        <Table.Td style={{ whiteSpace: "nowrap" }}>{moment(row.occurred_at)}</Table.Td>
                        <Table.Td miw={200} style={{ overflowWrap: "anywhere" }}>
                          {row.actor}
                        </Table.Td>
                        <Table.Td>
                          <Code>{row.action}</Code>
                        </Table.Td>
                        <Table.Td>
                          {[row.record_type, row.record_id].filter((part) => part !== null).join(" ")}
                        </Table.Td>
                        <Table.Td miw={150} style={{ overflowWrap: "anywhere" }}>
                          {names.get(row.company_id) ?? row.company_id}
                        </Table.Td>
                        <Table.Td>{row.address}</Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </div>
              {all.length > AUDIT_SHOWN ? (
                <Text size="sm" c="dimmed">
                  {say("audit.shown", { shown: AUDIT_SHOWN })}
                </Text>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
