import { Alert, Button, Group, Text } from "@mantine/core";
import { lookUp } from "../../../adapters/contract/lookUp.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { ErrorInfo } from "../../../machines/errorInfo.ts";
import { RequestId } from "../../ui/RequestId.tsx";

const texts: Readonly<Record<string, string>> = {
  offline: word.offline,
  timeout: "服务器没有及时统计完，请缩短日期范围或稍后重试。",
  unavailable: word.unavailable,
  tooMany: "操作过于频繁，请稍后重试。",
  forbidden: "您没有查看这些统计的权限，请联系管理员。",
};

interface Props {
  /** What could not be counted. */
  readonly title: string;
  readonly error: ErrorInfo;
  readonly onRetry: () => void;
}

/** Says why figures are missing, with a retry; everything else on the page stays. */
export function StatisticsError({ title, error, onRetry }: Props) {
  const text = lookUp(texts, error.kind) ?? (error.message === "" ? "没有统计出来，请重试。" : error.message);
  return (
    <Alert color="orange" variant="light" title={`${title}没有统计出来`} role="alert">
      <Text size="sm">{text}</Text>
      <RequestId error={error} />
      <Group mt="xs">
        <Button size="compact-sm" variant="default" onClick={onRetry} aria-label={`重试${title}`}>
          {word.retry}
        </Button>
      </Group>
    </Alert>
  );
}

/** Says that figures take longer than usual. */
export function SlowNotice({ onRetry, title }: Omit<Props, "error">) {
  return (
    <Group gap="xs" role="status">
      <Text size="sm" c="dimmed">{`${title}还在统计，可以等待或重试`}</Text>
      <Button size="compact-xs" variant="default" onClick={onRetry} aria-label={`重试${title}`}>
        {word.retry}
      </Button>
    </Group>
  );
}
