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
import { filterOf, narrowed, noFlightsText, parted, queryOf, sought } from "./taskFilter.ts";

/** The tasks beside the map: those in the air as the filter has them, below them those that start soon. */
export function TaskList({ actor }: { readonly actor: LiveActor }) {
  const [query, setQuery] = useSearchParams();
  const filter = filterOf(query);
  // One by one: the context itself is a new one with every frame.
  const tasks = useSelector(actor, ({ context }) => context.tasks);
  const total = useSelector(actor, ({ context }) => context.total);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const listedAt = useSelector(actor, ({ context }) => context.listedAt);
  const fault = useSelector(actor, ({ context }) => context.fault);
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
          飞行中 {ofAll(shown, flying)}
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
      {fault && (
        <Alert color="red" variant="light" p="xs" role="status">
          任务列表读取失败，正在自动重试；下面是最后一次读到的内容。
        </Alert>
      )}
      <ScrollArea className={classes["scroll"]} type="auto">
        <ul className={classes["rows"]}>
          {shown.map((task) => (
            <TaskItem key={task.id} task={task} selected={task.id === selected} onSelect={select} />
          ))}
        </ul>
        {shown.length === 0 && (
          <Nothing listed={listedAt !== null} hidden={flying.length} below={coming.length} />
        )}
        {total > tasks.length && (
          <Text size="xs" c="dimmed" p="xs">
            共 {total} 个任务，列表只显示前 {tasks.length} 个，请用搜索缩小范围。
          </Text>
        )}
        <Title order={2} size="h6" className={classes["planned"]}>
          待起飞（2 小时内）{ofAll(coming, planned)}
        </Title>
        <ul className={classes["rows"]}>
          {coming.map((task) => (
            <TaskItem key={task.id} task={task} selected={task.id === selected} onSelect={select} />
          ))}
        </ul>
        {coming.length === 0 && listedAt !== null && (
          <Text size="sm" c="dimmed" px="sm" pb="sm">
            {planned.length === 0 ? "未来 2 小时没有计划任务。" : "没有符合条件的计划任务。"}
          </Text>
        )}
      </ScrollArea>
    </Paper>
  );
}

/** How many are shown, and of how many where some are not. */
const ofAll = (shown: readonly TaskRow[], all: readonly TaskRow[]) =>
  shown.length === all.length ? all.length : `${shown.length} / ${all.length}`;

interface NothingProps {
  readonly listed: boolean;
  /** Flights that the filter leaves out, and tasks to come that it does not. */
  readonly hidden: number;
  readonly below: number;
}

function Nothing({ listed, hidden, below }: NothingProps) {
  return (
    <Text size="sm" c="dimmed" p="sm">
      {listed ? noFlightsText(hidden, below) : "正在读取任务…"}
    </Text>
  );
}
