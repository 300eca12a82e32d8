import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Loader,
  Paper,
  ScrollArea,
  Text,
  Title,
  Tooltip,
} from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useSelector } from "@xstate/react";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { flightTroubles } from "../../../adapters/contract/task.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { LiveActor, LiveServices } from "../../live/liveServices.ts";
import {
  getNoFlightsText,
  getNoPlannedText,
  getReadFailedText,
  isFiltered,
  type LiveList,
  parseFilter,
  rowsPerPage,
  type TaskFilter,
  toSearchParams,
  troubleLabels,
  troubleTitles,
} from "../../live/taskFilter.ts";
import { usePageSearchParams } from "../../pageApi/usePageSearchParams.ts";
import { explainCounts, getNewestCounts } from "./fleetCounts.ts";
import { TaskFilters } from "./TaskFilters.tsx";
import { TaskItem, toItemProps } from "./TaskItem.tsx";
import classes from "./TaskList.module.css";
import { useRowStatuses } from "./useRowStatuses.ts";

interface SectionProps {
  readonly live: LiveServices;
  readonly list: LiveList;
  readonly selected: string | null;
  readonly onSelect: (taskId: string) => void;
}

/** One page of flights; their state follows the frames. */
function FlightRows({ live, list, selected, onSelect }: SectionProps) {
  const getStatus = useRowStatuses(live, list);
  return (
    <ul className={classes["rows"]}>
      {list.rows.map((row) => (
        <TaskItem
          key={row.id}
          task={row}
          isPlanned={false}
          selected={row.id === selected}
          onSelect={onSelect}
          {...toItemProps(getStatus(row))}
        />
      ))}
    </ul>
  );
}

/** Shown for a number that nobody has read yet. */
const unread = "—";

/** The newest frame; each one renders what uses it. */
const useFrame = ({ feed }: Pick<LiveServices, "feed">) =>
  useSyncExternalStore(feed.onSnapshot, feed.getLatest);

interface CountsProps {
  readonly live: LiveServices;
  readonly list: LiveList | null;
}

/** How many are in the air in truth, and how many flights match the filter. */
function FlightCount({ live, list }: CountsProps) {
  const counts = getNewestCounts(list, useFrame(live));
  const flying = counts?.flying ?? unread;
  return list && isFiltered(list.filter) ? `${list.total} / ${flying}` : flying;
}

/** Says why list and map have other numbers than the head. */
function CountsNote({ live, list }: CountsProps) {
  const text = explainCounts(list, useFrame(live));
  if (text === null) return null;
  return (
    <Text size="xs" c="dimmed" px={12} py={6}>
      {text}
    </Text>
  );
}

interface TroubleStripProps extends CountsProps {
  readonly filter: TaskFilter;
  readonly onChange: (next: TaskFilter) => void;
}

/** How many flights are in trouble, whatever the filter; each number leads to them. */
function TroubleStrip({ live, list, filter, onChange }: TroubleStripProps) {
  const counts = getNewestCounts(list, useFrame(live));
  return (
    <div className={classes["strip"]} role="group" aria-label="异常飞行">
      {flightTroubles.map((trouble) => {
        const isChosen = filter.state === trouble;
        const count = counts?.[trouble];
        return (
          <button
            key={trouble}
            type="button"
            className={classes["trouble"]}
            data-trouble={count === undefined || count === 0 ? undefined : trouble}
            aria-pressed={isChosen}
            title={troubleTitles[trouble]}
            onClick={() => onChange({ ...filter, state: isChosen ? "" : trouble, page: 1 })}
          >
            {troubleLabels[trouble]} <strong>{count ?? unread}</strong>
          </button>
        );
      })}
    </div>
  );
}

interface PagerProps {
  readonly list: LiveList;
  readonly onChange: (next: TaskFilter) => void;
}

function Pager({ list: { filter, total }, onChange }: PagerProps) {
  const pages = Math.ceil(total / rowsPerPage);
  if (pages <= 1 && filter.page === 1) return null;
  const go = (page: number) => onChange({ ...filter, page });
  return (
    <Group justify="space-between" gap={4} p={8} wrap="nowrap">
      <Button
        size="compact-xs"
        variant="default"
        disabled={filter.page <= 1}
        onClick={() => go(filter.page - 1)}
      >
        上一页
      </Button>
      <Text size="xs" c="dimmed">{`第 ${filter.page} / ${Math.max(1, pages)} 页，共 ${total} 个`}</Text>
      <Button
        size="compact-xs"
        variant="default"
        disabled={filter.page >= pages}
        onClick={() => go(filter.page + 1)}
      >
        下一页
      </Button>
    </Group>
  );
}

/** Sends the address's filter to the machine. */
function useFilter(actor: LiveActor): readonly [TaskFilter, (next: TaskFilter) => void] {
  const [query, setQuery] = usePageSearchParams();
  const filter = parseFilter(query);
  const key = JSON.stringify(filter);
  useEffect(() => {
    if (key === JSON.stringify(actor.getSnapshot().context.query)) return;
    // Parsed from the key, which changes only with a value.
    actor.send({ type: "query.change", query: JSON.parse(key) as TaskFilter });
  }, [actor, key]);
  // From the browser's address: a task that was just chosen may not be rendered yet.
  const change = (next: TaskFilter) =>
    setQuery(toSearchParams(next, new URLSearchParams(window.location.search)), { replace: true });
  return [filter, change];
}

const formatPlannedCount = ({ planned, plannedTotal }: LiveList) =>
  planned.length < plannedTotal ? `${plannedTotal}，显示最近 ${planned.length} 个` : plannedTotal;

/** The flights that match, page by page, and below them the tasks planned soon. */
export function TaskList({ live }: { readonly live: LiveServices }) {
  const { actor } = live;
  const [filter, setFilter] = useFilter(actor);
  // Separate selectors: the context object changes with every frame.
  const list = useSelector(actor, ({ context }) => context.list);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const hasFailed = useSelector(actor, ({ context }) => context.error !== null);
  const isStreaming = useSelector(actor, (snapshot) => snapshot.hasTag("streaming"));
  const isLoading = useSelector(actor, (snapshot) => snapshot.hasTag("loading"));
  const select = useCallback((taskId: string) => actor.send({ type: "task.select", taskId }), [actor]);
  return (
    <Paper component="section" aria-label="任务列表" withBorder className={classes["list"]}>
      <div className={classes["head"]}>
        <Title order={1} size="h5">
          {word.inFlight} <FlightCount live={live} list={list} />
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
      <TroubleStrip live={live} list={list} filter={filter} onChange={setFilter} />
      <TaskFilters filter={filter} onChange={setFilter} />
      {hasFailed && (
        <Alert color="red" variant="light" p="xs" role="status">
          {getReadFailedText(list !== null, isStreaming)}
        </Alert>
      )}
      <ScrollArea className={classes["scroll"]} type="auto">
        {list && <FlightRows live={live} list={list} selected={selected} onSelect={select} />}
        {!list && !hasFailed && (
          <Text size="sm" c="dimmed" p="sm">
            {word.readingTasks}
          </Text>
        )}
        {list?.rows.length === 0 && (
          <Text size="sm" c="dimmed" p="sm">
            {getNoFlightsText(isFiltered(list.filter), list.plannedTotal, hasFailed)}
          </Text>
        )}
        {list && <Pager list={list} onChange={setFilter} />}
        <Title
          order={2}
          size="h6"
          className={classes["planned"]}
        >{`待起飞（2 小时内）${list ? formatPlannedCount(list) : unread}`}</Title>
        <ul className={classes["rows"]}>
          {list?.planned.map((row) => (
            <TaskItem
              key={row.id}
              task={row}
              isPlanned
              selected={row.id === selected}
              onSelect={select}
              {...toItemProps(null)}
            />
          ))}
        </ul>
        {list?.planned.length === 0 && (
          <Text size="sm" c="dimmed" px="sm" pb="sm">
            {getNoPlannedText(list.filter, hasFailed)}
          </Text>
        )}
      </ScrollArea>
      {/* At the foot: it comes and goes with the data, and nothing that can be clicked moves. */}
      <CountsNote live={live} list={list} />
    </Paper>
  );
}
