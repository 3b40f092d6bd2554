/** When it is made: how often, on which day, at which hour and where that hour counts. */
import { NativeSelect, Select, SimpleGrid } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { Section } from "../../parts/section.tsx";
import { useFormWords } from "./delivery-form.words.ts";
import { SCHEDULES, WEEKDAYS, type DeliveryValues } from "./delivery-values.ts";
import { hourName, weekdayName } from "./delivery-words.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Every month has these days. */
const DAYS = Array.from({ length: 28 }, (_, place) => String(place + 1));
const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

export function ScheduleFields({ form }: { form: UseFormReturnType<DeliveryValues> }) {
  const say = useFormWords();
  const { schedule, time_zone } = form.getValues();
  return (
    <Section title={say("when.title")}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          label={say("schedule")}
          data={SCHEDULES.map((value) => ({ value, label: say(`schedule.${value}`) }))}
          {...form.getInputProps("schedule")}
        />
        {schedule === "weekly" ? (
          <NativeSelect
            label={say("weekday")}
            data={WEEKDAYS.map((value) => ({ value, label: weekdayName(value) }))}
            {...form.getInputProps("weekday")}
          />
        ) : null}
        {schedule === "monthly" ? (
          <NativeSelect
            label={say("day")}
            description={say("day.hint")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            data={DAYS}
            {...form.getInputProps("day")}
          />
        ) : null}
        <NativeSelect
          label={say("hour")}
          data={HOURS.map((hour) => ({ value: String(hour), label: hourName(hour) }))}
          {...form.getInputProps("hour")}
        />
        <Select
          label={say("zone")}
          searchable
          allowDeselect={false}
          limit={100}
          nothingFoundMessage={say("zone.none")}
          data={ZONES.includes(time_zone) ? ZONES : [time_zone, ...ZONES]}
          {...form.getInputProps("time_zone")}
        />
      </SimpleGrid>
    </Section>
  );
}
