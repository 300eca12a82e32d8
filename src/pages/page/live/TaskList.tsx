import { ActionIcon, Alert, Loader, Paper, ScrollArea, Text, Title, Tooltip } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import { ListFilters } from "./ListFilters.tsx";
import type { LiveActor } from "./live.ts";
import { TaskItem } from "./TaskItem.tsx";
import classes from "./TaskList.module.css";
import {
  filterOf,
  narrowed,
  noFlightsText,
  noPlannedText,
  parted,
  queryOf,
  readFailedText,
  sought,
} from "./taskFilter.ts";

/** The tasks beside the map: those in the air as the filter has them, below them those that start soon. */
export function TaskList({ actor }: { readonly actor: LiveActor }) {
  const [query, setQuery] = useSearchParams();
  const filter = filterOf(query);
  // One by one: the context itself is a new one with every frame.
  const tasks = useSelector(actor, ({ context }) => context.tasks);
  const total = useSelector(actor, ({ context }) => context.total);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const listed = useSelector(actor, ({ context }) => context.listedAt !== null);
  const failed = useSelector(actor, ({ context }) => context.fault !== null);
  const streaming = useSelector(actor, (snapshot) => snapshot.hasTag("streaming"));
  const loading = useSelector(actor, (snapshot) => snapshot.hasTag("loading"));
  const { flying, planned } = useMemo(() => parted(tasks), [tasks]);
  const shown = useMemo(() => narrowed(flying, filterOf(query)), [flying, query]);
  // Those to come have no phase and an order of their own.
  const coming = useMemo(() => sought(planned, filterOf(query)), [planned, query]);
  const select = (taskId: string) => actor.send({ type: "task.select", taskId });
  return (
    <Paper component="section" aria-label="任务列表" withBorder className={classes["list"]}>
      <div className={classes["head"]}>
        <Title order={1} size="h5">
          飞行中 {listed ? ofAll(shown, flying) : "-"}
        </Title>
        <Tooltip label="刷新列表">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="刷新列表"
            onClick={() => actor.send({ type: "list.reload" })}
          >
            {loading ? <Loader size={16} /> : <IconRefresh size={18} />}
          </ActionIcon>
        </Tooltip>
      </div>
      <ListFilters
        filter={filter}
        onChange={(next) => setQuery((before) => queryOf(next, before), { replace: true })}
      />
      {failed && (
        <Alert color="red" variant="light" p="xs" role="status">
          {readFailedText(listed, streaming)}
        </Alert>
      )}
      <ScrollArea className={classes["scroll"]} type="auto">
        <ul className={classes["rows"]}>
          {shown.map((task) => (
            <TaskItem key={task.id} task={task} selected={task.id === selected} onSelect={select} />
          ))}
        </ul>
        {shown.length === 0 && (listed || !failed) && (
          <Text size="sm" c="dimmed" p="sm">
            {listed ? noFlightsText(flying.length, coming.length, failed) : "正在读取任务…"}
          </Text>
        )}
        {total > tasks.length && (
          <Text size="xs" c="dimmed" p="xs">
            共 {total} 个任务，列表只显示前 {tasks.length} 个，请用搜索缩小范围。
          </Text>
        )}
        <Title order={2} size="h6" className={classes["planned"]}>
          待起飞（2 小时内）{listed ? ofAll(coming, planned) : "-"}
        </Title>
        <ul className={classes["rows"]}>
          {coming.map((task) => (
            <TaskItem key={task.id} task={task} selected={task.id === selected} onSelect={select} />
          ))}
        </ul>
        {coming.length === 0 && listed && (
          <Text size="sm" c="dimmed" px="sm" pb="sm">
            {noPlannedText(planned.length, failed)}
          </Text>
        )}
      </ScrollArea>
    </Paper>
  );
}

/** How many are shown, and of how many where some are not. */
const ofAll = (shown: readonly TaskRow[], all: readonly TaskRow[]) =>
  shown.length === all.length ? all.length : `${shown.length} / ${all.length}`;
