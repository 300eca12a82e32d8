import { Accordion, Alert, CloseButton, Paper, Progress, ScrollArea, Text, Title } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { getDataFault } from "../../../adapters/contract/fleetFrame.ts";
import { linkState } from "../../../adapters/contract/flight.ts";
import type { LiveState } from "../../../adapters/contract/sample.ts";
import {
  type TaskRow,
  taskAirspace,
  taskKind,
  taskStatus,
  uomStatus,
} from "../../../adapters/contract/task.ts";
import * as word from "../../../adapters/contract/words.ts";
import { type ZoneRow, zoneDatum, zoneKind } from "../../../adapters/contract/zone.ts";
import { RecordLink } from "../../list/links/RecordLink.tsx";
import { formatClockOffset, formatPositionDoubt } from "../../live/flightMetrics.ts";
import { deriveLinkState, formatDistance } from "../../live/formatFlight.ts";
import { distanceToZone, splitRoute } from "../../live/geometry.ts";
import { KeyMetrics, MetricGroups } from "../../live/KeyMetrics.tsx";
import type { LiveServices } from "../../live/liveServices.ts";
import classes from "../../live/TaskPanel.module.css";
import { type Flight, useFlight } from "../../live/useFlight.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { formatZoneState } from "../../map/zones/zonePolygons.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatClock, formatTime } from "../../ui/format/formatTime.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { formatEndedNotice } from "./formatEndedNotice.ts";
import { PictureSection } from "./picture/PictureSection.tsx";
import { TaskActions } from "./TaskActions.tsx";
import { countPassedWaypoints, toLngLat } from "./toLngLat.ts";

const SpokenOrders = lazyComponent(async () => (await import("./duty/SpokenOrders.tsx")).SpokenOrders);
const TaskAlarms = lazyComponent(async () => (await import("../../live/alarms/TaskAlarms.tsx")).TaskAlarms);

const maxDistanceMetres = 10_000;
const maxZones = 5;

/** The nearest zones within 10 km by horizontal distance, with their heights. */
function NearbyZones({
  zones,
  state,
}: {
  readonly zones: readonly ZoneRow[] | null;
  readonly state: LiveState | null;
}) {
  if (zones === null) return <Text size="sm">管制区还没有读取到，无法判断附近有没有。</Text>;
  const at = state && toLngLat(state);
  if (!at) return <Text size="sm">位置未知，无法判断附近的管制区。</Text>;
  const nearby = zones
    .filter(({ state: zoneState }) => zoneState !== "over")
    .map((zone) => ({ zone, metres: distanceToZone(zone.shape, at) }))
    .filter(({ metres }) => metres <= maxDistanceMetres)
    .sort((a, b) => a.metres - b.metres)
    .slice(0, maxZones);
  if (nearby.length === 0) return <Text size="sm">10 公里内没有管制区。</Text>;
  return (
    <ul className={classes["zones"]}>
      {nearby.map(({ zone, metres }) => (
        <li key={zone.id}>
          <StatusTag label={zoneKind.label(zone.kind)} color={zoneKind.tag(zone.kind).color} />
          <span>{`${zone.name}（${[
            `${zoneDatum.label(zone.datum)} ${zone.floor}–${zone.ceiling} m`,
            formatZoneState(zone),
          ]
            .filter(Boolean)
            .join("，")}）`}</span>
          <strong>{metres === 0 ? "范围内" : formatDistance(metres)}</strong>
        </li>
      ))}
    </ul>
  );
}

const empty = "—";
const formatOptionalTime = (at: string | null) => (at === null ? empty : formatTime(at));

/** Company, pilot, aircraft, times and permit of the task. */
function TaskFacts({ task }: { readonly task: TaskRow }) {
  const rows: readonly (readonly [string, ReactNode])[] = [
    [word.company, <RecordLink key="company" record="company" id={task.companyId} text={task.companyName} />],
    [word.type, taskKind.label(task.kind)],
    [word.status, taskStatus.label(task.status)],
    [word.pilot, task.pilotName || empty],
    ["飞手电话", task.pilotPhone || empty],
    [word.droneModel, task.droneModel],
    [word.sn, task.droneSn],
    [
      word.hangar,
      <RecordLink key="hangar" record="hangar" id={task.hangarId} text={task.hangarName || empty} />,
    ],
    ["计划起飞", formatOptionalTime(task.plannedAt)],
    ["实际起飞", formatOptionalTime(task.startedAt)],
    ["空域", task.airspace === null ? empty : taskAirspace.label(task.airspace)],
    ["批文号", task.permitNo || empty],
    [
      "批准时段",
      task.permitFrom === null
        ? empty
        : `${formatOptionalTime(task.permitFrom)} 至 ${formatOptionalTime(task.permitTo)}`,
    ],
    ["批准高度", task.permitCeiling === null ? empty : `${task.permitCeiling} m`],
    ["UOM 报送", uomStatus.label(task.uomStatus)],
  ];
  return (
    <dl className={classes["rows"]}>
      {rows.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value === "" ? empty : value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Flown and remaining distance of the route. */
function RouteProgress({ task, state }: { readonly task: TaskRow; readonly state: LiveState | null }) {
  const at = state && toLngLat(state);
  if (!at || task.route.length < 2) return null;
  const route = task.route.map(([lng, lat]) => [lng, lat] as const);
  const { doneMetres, remainingMetres } = splitRoute(route, at, countPassedWaypoints(state));
  const percent = Math.round((100 * doneMetres) / Math.max(1, doneMetres + remainingMetres));
  return (
    <div style={{ padding: "10px 12px" }}>
      <Text
        size="xs"
        mb={4}
      >{`航线 已飞 ${formatDistance(doneMetres)} · 剩余 ${formatDistance(remainingMetres)}`}</Text>
      <Progress value={percent} aria-label={`航线已完成 ${percent}%`} />
    </div>
  );
}

/** Restores keyboard focus to the element that opened the task when the panel unmounts while focused. */
function useRestorePanelFocus(taskId: string): void {
  const opened = useRef<{ readonly taskId: string; readonly from: Element | null } | null>(null);
  useEffect(() => {
    opened.current = { taskId, from: document.activeElement };
  }, [taskId]);
  useEffect(
    () => () => {
      const trigger = opened.current?.from;
      if (document.activeElement === document.body && trigger instanceof HTMLElement)
        trigger.focus({ preventScroll: true });
    },
    [],
  );
}

interface NoticesProps {
  readonly live: LiveServices;
  readonly task: TaskRow;
  readonly flight: Flight | null;
}

/** What to know before the figures are believed. */
function PanelNotices({ live, task, flight }: NoticesProps) {
  const { config } = usePageApi();
  const since = useSelector(live.actor, ({ context }) => context.since);
  const clockOffset = flight && formatClockOffset(flight.state.clockOffsetMs);
  return (
    <>
      <Notice
        text={since === null ? null : `数据已停止更新（自 ${formatClock(since)} 起），下面是最后已知的数据。`}
      />
      <Notice
        text={
          // Another platform may not tell when a flight was planned.
          config.extensions && task.plannedAt === null
            ? `未登记任务：没有计划的飞行，机型 ${task.droneModel || empty}，序列号 ${task.droneSn}。`
            : null
        }
      />
      <Notice text={flight && formatPositionDoubt(flight.state.alarms, flight.ages)} />
      <Notice text={clockOffset && `${clockOffset}，数据的先后和新旧均以服务器时间为准。`} />
    </>
  );
}

const Notice = ({ text }: { readonly text: string | null }) =>
  text && (
    <Alert color="yellow" variant="light" mx="sm" mt="xs" p="xs">
      {text}
    </Alert>
  );

interface Props {
  readonly live: LiveServices;
  readonly task: TaskRow;
  /** When the page noticed that the task ended, UTC ms; null before. */
  readonly endedAt: number | null;
  /** Null before they are read. */
  readonly zones: readonly ZoneRow[] | null;
}

/** The open task: key metrics first, details below. Read-only: it sends no flight commands. */
export default function TaskPanel({ live, task, endedAt, zones }: Props) {
  const { config, socket } = usePageApi();
  // Another platform may give a task no name.
  const title = task.name || task.taskNo || task.id;
  const flight = useFlight(live, socket, task);
  useRestorePanelFocus(task.id);
  const state = flight?.state ?? null;
  const linkStatus = deriveLinkState(state?.linkState ?? null, flight?.reportAge ?? null);
  // As in the list: a link that is bad says more.
  const fault = linkStatus === "fresh" ? getDataFault(state?.alarms ?? 0) : null;
  return (
    <Paper component="section" aria-label={`任务 ${title}`} withBorder className={classes["panel"]}>
      <div className={classes["head"]}>
        <div className={classes["title"]}>
          <Title order={2} size="h5" className={classes["name"]} title={title}>
            {title}
          </Title>
          <Text size="xs" c="dimmed" className={classes["numbers"]}>
            <span>{task.taskNo}</span>
            <span>{task.droneSn}</span>
          </Text>
        </div>
        {linkStatus && endedAt === null && (
          <StatusTag {...(fault ? { label: fault, color: "orange" } : linkState.tag(linkStatus))} />
        )}
        <CloseButton aria-label="关闭任务" onClick={() => live.actor.send({ type: "task.leave" })} />
      </div>
      {endedAt !== null && (
        <Alert color="orange" variant="light" m="sm" p="xs">
          {formatEndedNotice(task, endedAt)}
        </Alert>
      )}
      {endedAt === null && <PanelNotices live={live} task={task} flight={flight} />}
      <ScrollArea className={classes["scroll"]} type="auto">
        {flight ? (
          <KeyMetrics state={flight.state} ages={flight.ages} />
        ) : (
          <Alert color="gray" variant="light" m="sm" p="xs">
            {task.status === "planned" ? "任务尚未起飞，没有飞行数据。" : "还没有收到这次飞行的数据。"}
          </Alert>
        )}
        {endedAt === null && <PictureSection task={task} flight={flight} live={live} />}
        <RouteProgress task={task} state={state} />
        <Accordion
          multiple
          keepMounted={false}
          chevronPosition="left"
          variant="default"
          classNames={{ label: classes["label"] ?? "" }}
        >
          <Accordion.Item value="zones">
            <Accordion.Control>附近管制区</Accordion.Control>
            <Accordion.Panel>
              <NearbyZones zones={zones} state={state} />
            </Accordion.Panel>
          </Accordion.Item>
          {flight && (
            <Accordion.Item value="groups">
              <Accordion.Control>全部飞行数据</Accordion.Control>
              <Accordion.Panel>
                <MetricGroups state={flight.state} ages={flight.ages} />
              </Accordion.Panel>
            </Accordion.Item>
          )}
          {config.extensions && (
            <Accordion.Item value="alarms">
              <Accordion.Control>{word.alarm}</Accordion.Control>
              <Accordion.Panel>
                <TaskAlarms key={task.id} taskId={task.id} taskNo={task.taskNo} />
              </Accordion.Panel>
            </Accordion.Item>
          )}
          {config.extensions && endedAt === null && task.status === "running" && (
            <Accordion.Item value="orders">
              <Accordion.Control>{word.spokenOrder}</Accordion.Control>
              <Accordion.Panel>
                <SpokenOrders
                  key={task.id}
                  subject={{ id: task.id, taskName: task.name, pilotName: task.pilotName, alarmId: null }}
                />
              </Accordion.Panel>
            </Accordion.Item>
          )}
          <Accordion.Item value="facts">
            <Accordion.Control>任务、空域与报送</Accordion.Control>
            <Accordion.Panel>
              <TaskFacts task={task} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
        {endedAt === null && (
          <TaskActions task={task} onChanged={() => live.actor.send({ type: "list.reload" })} />
        )}
        <Text size="xs" c="dimmed" p="sm">
          本平台不下发飞控指令。
        </Text>
      </ScrollArea>
    </Paper>
  );
}
