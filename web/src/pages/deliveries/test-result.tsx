/** What a test of a destination met: that it arrived, or what went wrong and what to do. */
import { Alert, Text } from "@mantine/core";
import type { DataDelivery, DeliveryTest } from "@meterbook/client";
import { useDeliveriesWords } from "./deliveries.words.ts";
import { troubleOf } from "./delivery-words.ts";

export function TestResult({ delivery, result }: { delivery: DataDelivery; result: DeliveryTest }) {
  const say = useDeliveriesWords();
  const { success } = result;
  const good = delivery.destination["kind"] === "email" ? "test.goodMail" : "test.good";
  return (
    <Alert color={success ? "green" : "red"} variant="outline" role="status">
      <Text c={success ? "var(--good)" : "var(--bad)"} fw={600}>
        {say(success ? good : "test.bad")}
      </Text>
      {success ? null : <Text size="sm">{troubleOf(say, delivery, result)}</Text>}
    </Alert>
  );
}
