import { Anchor, Button, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { type AlarmRow, alarmChangedData } from "../../../adapters/contract/alarm.ts";
import { formatAlarmLine } from "../../../adapters/contract/alarmLine.ts";
import { socketTypes } from "../../../adapters/contract/socket.ts";
import * as word from "../../../adapters/contract/words.ts";
import { toServerPath } from "../../../adapters/http/basePath.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatClock } from "../../ui/format/formatTime.ts";
import { formatHandler, formatPriority } from "./alarmTexts.ts";
import { loadAlarms } from "./loadAlarms.ts";
import classes from "./TaskAlarms.module.css";

/** The alarms of one task, newest first; read again after each change of an alarm. */
export function TaskAlarms({ taskId, taskNo }: { readonly taskId: string; readonly taskNo: string }) {
  const { client, socket, open } = usePageApi();
  const [round, setRound] = useState(0);
  const { result, refetch } = useQuery(`${taskId}.${round}`, (signal) =>
    loadAlarms(client, { taskId }, signal),
  );
  // Rows stay while they are read again.
  const [last, setLast] = useState<readonly AlarmRow[] | null>(null);
  useEffect(() => {
    if (result.state === "success") setLast(result.data);
  }, [result]);
  useEffect(
    () =>
      socket.onFrame(({ type, data }) => {
        if (type !== socketTypes.alarm) return;
        const changed = alarmChangedData.safeParse(data);
        if (changed.data?.alarms.some((alarm) => alarm.taskId === taskId)) setRound((count) => count + 1);
      }),
    [socket, taskId],
  );
  const alarms = result.state === "success" ? result.data : last;
  if (result.state === "error")
    return (
      <Button size="compact-xs" variant="default" onClick={refetch}>
        告警没有读取出来，重试
      </Button>
    );
  if (alarms === null)
    return (
      <Text size="sm" c="dimmed">
        {word.readingAlarms}
      </Text>
    );
  if (alarms.length === 0) return <Text size="sm">这个任务没有告警。</Text>;
  const path = `/alarms?keyword=${encodeURIComponent(taskNo)}`;
  return (
    <>
      <ul className={classes["rows"]}>
        {[...alarms].reverse().map((alarm) => (
          <li key={alarm.id}>
            <span>{`${formatPriority(alarm.priority)} ${formatAlarmLine(alarm, null)}`}</span>
            <time dateTime={alarm.raisedAt}>{formatClock(Date.parse(alarm.raisedAt))}</time>
            <span className={classes["handler"]}>{formatHandler(alarm)}</span>
          </li>
        ))}
      </ul>
      <Anchor
        href={toServerPath(path)}
        size="xs"
        onClick={(event) => {
          event.preventDefault();
          open(path);
        }}
      >
        在历史告警中查看
      </Anchor>
    </>
  );
}
