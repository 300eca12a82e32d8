import { Button, Paper, Text } from "@mantine/core";
import { smsTemplateCalls } from "../../../adapters/contract/smsTemplate.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { formatTime } from "../../ui/format/formatTime.ts";

/** What the next run of the notices of ending services will send, and what it costs. */
export function NextNotices() {
  const { client } = usePageApi();
  const { result, refetch } = useQuery("nextNotices", (signal) =>
    client.call(smsTemplateCalls.smsNoticePreview, {}, { signal }),
  );
  if (result.state === "pending") return null;
  if (result.state === "error")
    return (
      <Button variant="subtle" size="compact-sm" onClick={refetch}>
        到期提醒预览没有读到，重试
      </Button>
    );
  const { at, count, services, totalParts, costFen, samples, refusal } = result.data;
  const cost = costFen === null ? "" : `，约 ${formatMoney(costFen)}`;
  return (
    <Paper withBorder p="sm" radius="md" component="section" aria-label="下次到期提醒">
      <Text size="sm">
        {refusal ||
          (count === 0
            ? "下次到期提醒：没有要发送的短信。"
            : `下次到期提醒：最迟 ${formatTime(at)}，${formatNumber(count)} 家企业各 1 条（共 ${formatNumber(services)} 项服务），合计计费 ${formatNumber(totalParts)} 条${cost}。`)}
      </Text>
      {samples.map(({ companyName, content }) => (
        <Text key={companyName} size="xs" c="dimmed" mt={4} style={{ overflowWrap: "anywhere" }}>
          {`${companyName}：${content}`}
        </Text>
      ))}
      <Text size="xs" c="dimmed" mt={4}>
        每家企业每天至多一条，21:00 至次日 08:00 不发送。
      </Text>
    </Paper>
  );
}
