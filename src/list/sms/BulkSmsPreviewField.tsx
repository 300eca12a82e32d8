import { Alert, Button, Group, Input, Paper, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useEffectEvent } from "react";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { findMergeFields } from "../../../adapters/contract/smsText.ts";
import * as word from "../../../adapters/contract/words.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { formatTime } from "../../ui/format/formatTime.ts";
import type { CustomFieldProps } from "../form/formConfig.ts";
import { useQuery } from "../useQuery.ts";
import { tryBulkSms } from "./toBulkSms.ts";

type Preview = EndpointData<typeof smsCalls.smsPreview>;

const debounceMs = 300;

/**
 * Previews the message and the number of recipients. The server's count becomes the field's value: sending requires
 * it.
 */
export function BulkSmsPreviewField({ id, label, values, error, onChange }: CustomFieldProps) {
  const { client } = usePageApi();
  const bulkSms = tryBulkSms(values);
  const key = bulkSms && JSON.stringify(bulkSms);
  const [debouncedKey] = useDebouncedValue(key, debounceMs);
  const queryKey = key !== null && key === debouncedKey ? key : null;
  const { result, refetch } = useQuery(queryKey, (signal) => {
    if (bulkSms === null) throw new Error("no preview of an incomplete bulk SMS");
    return client.call(smsCalls.smsPreview, { body: bulkSms }, { signal });
  });
  const preview = queryKey !== null && result.state === "success" ? result.data : null;
  const count = preview && preview.refusal === "" ? preview.count : "";
  const notifyCount = useEffectEvent((nextCount: number | "") => {
    if (nextCount !== values["preview"]) onChange(nextCount);
  });
  useEffect(() => notifyCount(count), [count]);
  return (
    <Input.Wrapper id={id} label={label} labelElement="div" error={error}>
      <Stack gap="xs" role="status" aria-label={label} mt={4}>
        {queryKey !== null && result.state === "error" && result.isRefused ? (
          <Text size="sm">{result.message}</Text>
        ) : queryKey !== null && result.state === "error" ? (
          <Group gap="xs">
            <Text size="sm">预览没有读到</Text>
            <Button size="compact-sm" variant="default" onClick={refetch}>
              {word.retry}
            </Button>
          </Group>
        ) : preview === null ? (
          <Text size="sm" c="dimmed">
            {key === null ? "填写内容和收件范围后，这里显示短信效果和收件人数" : "正在统计收件人…"}
          </Text>
        ) : (
          <PreviewDetails preview={preview} />
        )}
      </Stack>
    </Input.Wrapper>
  );
}

/** Who gets nothing, and why. */
const getExclusions = ({ declined, limited, frozen, incomplete, companies }: Preview["skipped"]) => [
  ...(declined > 0 ? [`已退订 ${formatNumber(declined)} 人`] : []),
  ...(limited > 0 ? [`今日已达上限 ${formatNumber(limited)} 人`] : []),
  ...(frozen > 0 ? [`已冻结 ${formatNumber(frozen)} 人`] : []),
  ...(incomplete > 0 ? [`缺少合并内容或短信过长 ${formatNumber(incomplete)} 人`] : []),
  ...(companies > 0 ? [`${formatNumber(companies)} 家企业没有可收件的用户`] : []),
];

function PreviewDetails({ preview }: { readonly preview: Preview }) {
  const { content, parts, totalParts, count, skipped, samples, notBefore, refusal } = preview;
  const exclusions = getExclusions(skipped);
  const isMerged = findMergeFields(content).fields.length > 0;
  return (
    <>
      {refusal !== "" && (
        <Alert color="orange" p="xs">
          {refusal}
        </Alert>
      )}
      {content !== "" && !isMerged && <Message content={content} />}
      {isMerged &&
        samples.map((sample) => (
          <div key={sample.content}>
            <Text size="xs" c="dimmed">{`${sample.companyName} · ${sample.recipientName}`}</Text>
            <Message content={sample.content} />
          </div>
        ))}
      <Text size="sm">
        {word.recipient} <b>{formatNumber(count)}</b>
        <span>{` 人，每人计费${isMerged ? "至多" : ""} ${parts} 条，合计 `}</span>
        <b>{formatNumber(totalParts)}</b>
        <span>{` 条${exclusions.length > 0 ? `；不发送：${exclusions.join("、")}` : ""}`}</span>
      </Text>
      {isScheduledLater(notBefore) && (
        <Alert
          color="blue"
          p="xs"
        >{`营销短信只在 08:00 至 22:00 发送，将排队至 ${formatTime(notBefore)}。`}</Alert>
      )}
    </>
  );
}

const Message = ({ content }: { readonly content: string }) => (
  <Paper withBorder p="sm" radius="md" bg="var(--console-ground)">
    <Text size="sm" style={{ overflowWrap: "anywhere" }}>
      {content}
    </Text>
  </Paper>
);

/** Whether it is delayed until morning; tolerates a minute of clock difference to the server. */
const isScheduledLater = (notBefore: string) => Date.parse(notBefore) > Date.now() + 60_000;
