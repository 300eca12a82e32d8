import { Button, Group, Loader, Text } from "@mantine/core";
import { Spotlight } from "@mantine/spotlight";
import type { RecordSearch } from "./useRecordSearch.ts";

interface Props {
  readonly state: RecordSearch["state"];
  /** Whether it is the first in the list. */
  readonly isEmpty: boolean;
  readonly isCommand: boolean;
  readonly onRetry: () => void;
}

/** Below the results: what the search is doing, or why there is nothing. */
export function SearchState({ state, isEmpty, isCommand, onRetry }: Props) {
  if (state === "pending")
    return (
      <Group gap="xs" p="sm" justify="center" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm" c="dimmed">
          正在搜索记录…
        </Text>
      </Group>
    );
  if (state === "error")
    return (
      <Group gap="xs" p="sm" justify="center" role="status">
        <Text size="sm">记录没有搜索成功</Text>
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          重试
        </Button>
      </Group>
    );
  if (!isEmpty) return null;
  return (
    <Spotlight.Empty role="status">
      {isCommand ? "没有这个命令，删去文字可查看全部命令" : "没有找到匹配的菜单和记录，换个关键词试试"}
    </Spotlight.Empty>
  );
}
