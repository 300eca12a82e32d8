import {
  ActionIcon,
  Alert,
  Loader,
  Paper,
  ScrollArea,
  Select,
  Text,
  TextInput,
  Title,
  Tooltip,
} from "@mantine/core";
import { IconRefresh, IconSearch } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { memo, useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { flightPhase } from "../../../../adapters/contract/flight.ts";
import { type TaskRow, taskKind, taskStatus } from "../../../../adapters/contract/task.ts";
import { formatTime } from "../../../ui/format/formatTime.ts";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import type { LiveActor } from "./liveServices.ts";
import filterClasses from "./TaskFilters.module.css";
import classes from "./TaskList.module.css";
import {
  filterTasks,
  getNoFlightsText,
  getNoPlannedText,
  getReadFailedText,
  kindOptions,
  parseFilter,
  phaseOptions,
  searchTasks,
  splitByStatus,
  type TaskFilter,
  taskSorts,
  toSearchParams,
} from "./taskFilter.ts";

interface TaskItemProps {
  readonly task: TaskRow;
  readonly selected: boolean;
  readonly onSelect: (taskId: string) => void;
}

/** One task of the list; scrolls into view when selected. */
const TaskItem = memo(function TaskItem({ task, selected, onSelect }: TaskItemProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (selected && button.current) scrollIntoList(button.current);
  }, [selected]);
  const { label, color } = getStatusTag(task);
  return (
    <li className={classes["item"]}>
      <button
        ref={button}
        type="button"
        className={classes["row"]}
        aria-pressed={selected}
        onClick={() => onSelect(task.id)}
      >
        <span className={classes["name"]} title={task.name}>
          {task.name}
        </span>
        <StatusTag label={label} color={color} />
        <span className={classes["sub"]} title={task.companyName}>
          {taskKind.label(task.kind)} · {task.companyName}
        </span>
        <span className={classes["sub"]}>
          {task.droneSn} · {task.pilotName || "自动飞行"} · {formatTaskTime(task)}
        </span>
      </button>
    </li>
  );
});

/** Scrolls only the list: on a phone, the page must not scroll away from the map. */
function scrollIntoList(row: HTMLElement): void {
  const list = row.closest<HTMLElement>("[data-scrollarea-viewport]");
  if (!list) return;
  const [inner, outer] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

function formatTaskTime({ status, startedAt, plannedAt }: TaskRow): string {
  return status === "planned"
    ? `计划 ${formatTime(plannedAt).slice(11, 16)}`
    : `起飞 ${formatTime(startedAt ?? plannedAt).slice(11, 16)}`;
}

function getStatusTag({ status, last }: TaskRow): { readonly label: string; readonly color: string } {
  const flying = status === "running" && last?.phase ? last.phase : null;
  const dictionary = flying ? flightPhase : taskStatus;
  const found = dictionary.options.find(({ value }) => value === (flying ?? status));
  return { label: found?.label ?? status, color: found?.color ?? "gray" };
}

interface TaskFiltersProps {
  readonly filter: TaskFilter;
  readonly onChange: (next: TaskFilter) => void;
}

const anyOption = { value: "", label: "全部" };

/** Filters the loaded tasks locally, without a request. */
function TaskFilters({ filter, onChange }: TaskFiltersProps) {
  return (
    <search className={filterClasses["filters"]}>
      <TextInput
        size="xs"
        className={filterClasses["wide"]}
        aria-label="搜索任务"
        placeholder="任务、企业、飞手或其手机后四位、无人机"
        leftSection={<IconSearch size={14} />}
        value={filter.keyword}
        onChange={({ currentTarget: { value } }) => onChange({ ...filter, keyword: value })}
      />
      <Select
        size="xs"
        aria-label="任务类型"
        data={[{ ...anyOption, label: "全部类型" }, ...kindOptions]}
        value={filter.kind}
        allowDeselect={false}
        onChange={(kind) => onChange({ ...filter, kind: kind ?? "" })}
      />
      <Select
        size="xs"
        aria-label="飞行阶段"
        data={[{ ...anyOption, label: "全部阶段" }, ...phaseOptions]}
        value={filter.state}
        allowDeselect={false}
        onChange={(state) => onChange({ ...filter, state: state ?? "" })}
      />
      <Select
        size="xs"
        aria-label="排序"
        data={[...taskSorts]}
        value={filter.sort}
        allowDeselect={false}
        onChange={(sort) => {
          const selectedSort = taskSorts.find(({ value }) => value === sort);
          if (selectedSort) onChange({ ...filter, sort: selectedSort.value });
        }}
      />
    </search>
  );
}

/** The filtered flights, and below them the tasks planned soon. */
export function TaskList({ actor }: { readonly actor: LiveActor }) {
  const [query, setQuery] = useSearchParams();
  const filter = parseFilter(query);
  // Separate selectors: the context object changes with every frame.
  const tasks = useSelector(actor, ({ context }) => context.tasks);
  const total = useSelector(actor, ({ context }) => context.total);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const isLoaded = useSelector(actor, ({ context }) => context.loadedAt !== null);
  const hasFailed = useSelector(actor, ({ context }) => context.error !== null);
  const isStreaming = useSelector(actor, (snapshot) => snapshot.hasTag("streaming"));
  const isLoading = useSelector(actor, (snapshot) => snapshot.hasTag("loading"));
  const { flying, planned } = useMemo(() => splitByStatus(tasks), [tasks]);
  const visibleFlights = useMemo(() => filterTasks(flying, parseFilter(query)), [flying, query]);
  // Planned tasks have no phase and are sorted by time only.
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
            {isLoading ? <Loader size={16} /> : <IconRefresh size={18} />}
          </ActionIcon>
        </Tooltip>
      </div>
      <TaskFilters
        filter={filter}
        onChange={(next) => setQuery((before) => toSearchParams(next, before), { replace: true })}
      />
      {hasFailed && (
        <Alert color="red" variant="light" p="xs" role="status">
          {getReadFailedText(isLoaded, isStreaming)}
        </Alert>
      )}
      <ScrollArea className={classes["scroll"]} type="auto">
        <ul className={classes["rows"]}>
          {visibleFlights.map((task) => (
            <TaskItem key={task.id} task={task} selected={task.id === selected} onSelect={select} />
          ))}
        </ul>
        {visibleFlights.length === 0 && (isLoaded || !hasFailed) && (
          <Text size="sm" c="dimmed" p="sm">
            {isLoaded ? getNoFlightsText(flying.length, visiblePlanned.length, hasFailed) : "正在读取任务…"}
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
            {getNoPlannedText(planned.length, hasFailed)}
          </Text>
        )}
      </ScrollArea>
    </Paper>
  );
}

/** The number of visible tasks, with the total if some are hidden. */
const formatCount = (visible: readonly TaskRow[], all: readonly TaskRow[]) =>
  visible.length === all.length ? all.length : `${visible.length} / ${all.length}`;
