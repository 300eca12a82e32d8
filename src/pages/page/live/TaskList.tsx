import { ActionIcon, Alert, Loader, Paper, ScrollArea, Text, Title, Tooltip } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import type { LiveActor } from "./liveServices.ts";
import { TaskFilters } from "./TaskFilters.tsx";
import { TaskItem } from "./TaskItem.tsx";
import classes from "./TaskList.module.css";
import {
  filterTasks,
  getNoFlightsText,
  getNoPlannedText,
  getReadFailedText,
  parseFilter,
  searchTasks,
  splitByStatus,
  toSearchParams,
} from "./taskFilter.ts";

/** The tasks beside the map: those in the air as the filter has them, below them those that start soon. */
export function TaskList({ actor }: { readonly actor: LiveActor }) {
  const [query, setQuery] = useSearchParams();
  const filter = parseFilter(query);
  // One by one: the context itself is a new one with every frame.
  const tasks = useSelector(actor, ({ context }) => context.tasks);
  const total = useSelector(actor, ({ context }) => context.total);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const isLoaded = useSelector(actor, ({ context }) => context.loadedAt !== null);
  const failed = useSelector(actor, ({ context }) => context.error !== null);
  const streaming = useSelector(actor, (snapshot) => snapshot.hasTag("streaming"));
  const loading = useSelector(actor, (snapshot) => snapshot.hasTag("loading"));
  const { flying, planned } = useMemo(() => splitByStatus(tasks), [tasks]);
  const visibleFlights = useMemo(() => filterTasks(flying, parseFilter(query)), [flying, query]);
  // Those to come have no phase and an order of their own.
  const visiblePlanned = useMemo(() => searchTasks(planned, parseFilter(query)), [planned, query]);
  const select = (taskId: string) => actor.send({ type: "task.select", taskId });
  return (
    <Paper component="section" aria-label="任务列表" withBorder className={classes["list"]}>
      <div className={classes["head"]}>
        <Title order={1} size="h5">
          飞行中 {isLoaded ? formatCount(visibleFlights, flying) : "-"}
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
      <TaskFilters
        filter={filter}
        onChange={(next) => setQuery((before) => toSearchParams(next, before), { replace: true })}
      />
      {failed && (
        <Alert color="red" variant="light" p="xs" role="status">
          {getReadFailedText(isLoaded, streaming)}
        </Alert>
      )}
      <ScrollArea className={classes["scroll"]} type="auto">
        <ul className={classes["rows"]}>
          {visibleFlights.map((task) => (
            <TaskItem key={task.id} task={task} selected={task.id === selected} onSelect={select} />
          ))}
        </ul>
        {visibleFlights.length === 0 && (isLoaded || !failed) && (
          <Text size="sm" c="dimmed" p="sm">
            {isLoaded ? getNoFlightsText(flying.length, visiblePlanned.length, failed) : "正在读取任务…"}
          </Text>
        )}
        {total > tasks.length && (
          <Text size="xs" c="dimmed" p="xs">
            共 {total} 个任务，列表只显示前 {tasks.length} 个，请用搜索缩小范围。
          </Text>
        )}
        <Title order={2} size="h6" className={classes["planned"]}>
          待起飞（2 小时内）{isLoaded ? formatCount(visiblePlanned, planned) : "-"}
        </Title>
        <ul className={classes["rows"]}>
          {visiblePlanned.map((task) => (
            <TaskItem key={task.id} task={task} selected={task.id === selected} onSelect={select} />
          ))}
        </ul>
        {visiblePlanned.length === 0 && isLoaded && (
          <Text size="sm" c="dimmed" px="sm" pb="sm">
            {getNoPlannedText(planned.length, failed)}
          </Text>
        )}
      </ScrollArea>
    </Paper>
  );
}

/** How many are shown, and of how many where some are not. */
const formatCount = (visible: readonly TaskRow[], all: readonly TaskRow[]) =>
  visible.length === all.length ? all.length : `${visible.length} / ${all.length}`;
