import { Accordion, Alert, CloseButton, Paper, ScrollArea, Text, Title } from "@mantine/core";
import { linkState } from "../../../../adapters/contract/flight.ts";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import type { ZoneRow } from "../../../../adapters/contract/zone.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { FlightMetricGroups } from "./FlightMetricGroups.tsx";
import { deriveLinkState, getKeyMetrics } from "./flightMetrics.ts";
import { formatEndedNotice } from "./formatEndedNotice.ts";
import type { LiveServices } from "./liveServices.ts";
import { NearbyZones } from "./NearbyZones.tsx";
import { RouteProgress } from "./RouteProgress.tsx";
import { TaskFacts } from "./TaskFacts.tsx";
import classes from "./TaskPanel.module.css";
import { useFlight } from "./useFlight.ts";
import { useRestorePanelFocus } from "./useRestorePanelFocus.ts";

interface Props {
  readonly live: LiveServices;
  readonly task: TaskRow;
  /** When it was noticed that the task is over, ms since 1970; null while it is not. */
  readonly endedAt: number | null;
  readonly zones: readonly ZoneRow[];
}

/** The open task: six figures first, everything else below with its age. Watches; commands nothing. */
export default function TaskPanel({ live, task, endedAt, zones }: Props) {
  const { socket } = usePageApi();
  const flight = useFlight(live, socket, task);
  useRestorePanelFocus(task.id);
  const state = flight?.state ?? null;
  const linkStatus = deriveLinkState(state?.linkState ?? null, flight?.ages.position ?? null);
  const link = linkState.options.find(({ value }) => value === linkStatus);
  return (
    <Paper component="section" aria-label={`任务 ${task.name}`} withBorder className={classes["panel"]}>
      <div className={classes["head"]}>
        <div className={classes["title"]}>
          <Title order={2} size="h5" className={classes["name"]} title={task.name}>
            {task.name}
          </Title>
          <Text size="xs" c="dimmed" className={classes["numbers"]}>
            <span>{task.taskNo}</span>
            <span>{task.droneSn}</span>
          </Text>
        </div>
        {link && endedAt === null && <StatusTag label={link.label} color={link.color ?? "gray"} />}
        <CloseButton aria-label="关闭任务" onClick={() => live.actor.send({ type: "task.leave" })} />
      </div>
      {endedAt !== null && (
        <Alert color="orange" variant="light" m="sm" p="xs">
          {formatEndedNotice(task, endedAt)}
        </Alert>
      )}
      <ScrollArea className={classes["scroll"]} type="auto">
        {flight ? (
          <dl className={classes["figures"]}>
            {getKeyMetrics(flight.state, flight.ages.position).map(({ label, value, note }) => (
              <div key={label} className={classes["figure"]}>
                <dt>{label}</dt>
                <dd>
                  <strong>{value}</strong>
                  <span>{note}</span>
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <Alert color="gray" variant="light" m="sm" p="xs">
            {task.status === "planned" ? "任务尚未起飞，没有飞行数据。" : "还没有收到这次飞行的数据。"}
          </Alert>
        )}
        <RouteProgress task={task} state={state} />
        <Accordion
          multiple
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
                <FlightMetricGroups flight={flight} />
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
        <Text size="xs" c="dimmed" p="sm">
          本平台不下发飞控指令。
        </Text>
      </ScrollArea>
    </Paper>
  );
}
