import { Alert, Button, Group, Input, Paper, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useEffectEvent } from "react";
import type { DataOf } from "../../../adapters/contract/endpoint.ts";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { useConsole } from "../../console/useConsole.ts";
import { formatNumber } from "../../ui/format/number.ts";
import { formatTime } from "../../ui/format/time.ts";
import type { CustomFieldProps } from "../form/formPlan.ts";
import { useAnswer } from "../useAnswer.ts";
import { completeMass } from "./massOf.ts";

type Preview = DataOf<typeof smsCalls.smsPreview>;

const typingMs = 300;

/** What will be sent to how many, by the server's count, which becomes the field's value: nothing goes out before it is known. */
export function MassPreviewField({ id, label, values, error, onChange }: CustomFieldProps) {
  const { client } = useConsole();
  const mass = completeMass(values);
  const key = mass && JSON.stringify(mass);
  const [rested] = useDebouncedValue(key, typingMs);
  const asked = key !== null && key === rested ? key : null;
  const { answer, again } = useAnswer(asked, (signal) => {
    if (mass === null) throw new Error("Nothing is asked of an incomplete sending");
    return client.call(smsCalls.smsPreview, { body: mass }, { signal });
  });
  const preview = asked !== null && answer.state === "here" ? answer.data : null;
  const count = preview && preview.refusal === "" ? preview.count : "";
  const tell = useEffectEvent((told: number | "") => {
    if (told !== values["preview"]) onChange(told);
  });
  useEffect(() => tell(count), [count]);
  return (
    <Input.Wrapper id={id} label={label} labelElement="div" error={error}>
      <Stack gap="xs" role="status" aria-label={label} mt={4}>
        {asked !== null && answer.state === "failed" ? (
          <Group gap="xs">
            <Text size="sm">预览没有读到</Text>
            <Button size="compact-sm" variant="default" onClick={again}>
              重试
            </Button>
          </Group>
        ) : preview === null ? (
          <Text size="sm" c="dimmed">
            {key === null ? "填写内容和收件范围后，这里显示短信效果和收件人数" : "正在统计收件人…"}
          </Text>
        ) : (
          <Told preview={preview} />
        )}
      </Stack>
    </Input.Wrapper>
  );
}

function Told({ preview }: { readonly preview: Preview }) {
  const { content, parts, count, skipped, notBefore, refusal } = preview;
  const left = [
    ...(skipped.declined > 0 ? [`已退订 ${skipped.declined} 人`] : []),
    ...(skipped.limited > 0 ? [`今日已达上限 ${skipped.limited} 人`] : []),
  ];
  return (
    <>
      {refusal !== "" && (
        <Alert color="orange" p="xs">
          {refusal}
        </Alert>
      )}
      {content !== "" && (
        <Paper withBorder p="sm" radius="md" bg="var(--console-ground)">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {content}
          </Text>
        </Paper>
      )}
      <Text size="sm">
        收件人 <b>{formatNumber(count)}</b> 人，每人计费 {parts} 条，合计 <b>{formatNumber(count * parts)}</b>{" "}
        条{left.length > 0 && `；不发送：${left.join("、")}`}
      </Text>
      {isLater(notBefore) && (
        <Alert color="blue" p="xs">
          营销短信只在 08:00 至 22:00 发送，将排队至 {formatTime(notBefore)}。
        </Alert>
      )}
    </>
  );
}

/** Whether it waits for the morning; the clocks of server and browser may differ a little. */
const isLater = (notBefore: string) => Date.parse(notBefore) > Date.now() + 60_000;
