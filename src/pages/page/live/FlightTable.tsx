import { Alert, Paper, ScrollArea, Table } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { flightPhase } from "../../../../adapters/contract/flight.ts";
import type { FleetSnapshot } from "../../../map/drones/data/fleetSnapshot.ts";
import { FeedStatus } from "./FeedStatus.tsx";
import tableClasses from "./FlightTable.module.css";
import { formatAge } from "./flightMetrics.ts";
import classes from "./LiveMap.module.css";
import type { LiveServices } from "./liveServices.ts";
import { mergeSnapshotState } from "./mergeSnapshotState.ts";

const maxRows = 200;
const formatE7Degrees = (e7: number | null) => (e7 === null ? "-" : (e7 / 1e7).toFixed(5));
const formatMetres = (value: number | null) => (value === null ? "-" : `${Math.round(value)} m`);

/** Table of flights, for browsers without canvas. */
export default function FlightTable({
  live: { actor, feed, table, clock },
}: {
  readonly live: LiveServices;
}) {
  const tasks = useSelector(actor, ({ context }) => context.tasks);
  const [snapshot, setSnapshot] = useState<FleetSnapshot | null>(feed.getLatest);
  useEffect(() => feed.onSnapshot(setSnapshot), [feed]);
  const flying = tasks.filter(({ status }) => status === "running");
  return (
    <Paper component="section" withBorder className={classes["stage"]} aria-label="在飞无人机">
      <ScrollArea h="100%" type="auto">
        <FeedStatus actor={actor} />
        <Alert color="yellow" variant="light" m="xs" p="xs" role="status">
          此浏览器无法绘制地图，下面以表格显示每架无人机的位置。
        </Alert>
        <Table stickyHeader verticalSpacing={4} className={tableClasses["table"]}>
          <Table.Thead>
            <Table.Tr>
              {["任务", "无人机", "阶段", "纬度", "经度", "相对起飞点高度", "电量", "数据时间"].map(
                (name) => (
                  <Table.Th key={name}>{name}</Table.Th>
                ),
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {flying.slice(0, maxRows).map((task) => {
              const state = snapshot
                ? mergeSnapshotState(snapshot, table.indexOf(task.id), task.last)
                : task.last;
              const position = state?.groupTimes.position ?? null;
              return (
                <Table.Tr key={task.id}>
                  <Table.Td className={tableClasses["name"]}>{task.name}</Table.Td>
                  <Table.Td>{task.droneSn}</Table.Td>
                  <Table.Td>{state?.phase ? flightPhase.label(state.phase) : "-"}</Table.Td>
                  <Table.Td>{formatE7Degrees(state?.lat ?? null)}</Table.Td>
                  <Table.Td>{formatE7Degrees(state?.lon ?? null)}</Table.Td>
                  <Table.Td>{formatMetres(state?.hRel ?? null)}</Table.Td>
                  <Table.Td>
                    {typeof state?.batPct === "number" ? `${Math.round(state.batPct)} %` : "-"}
                  </Table.Td>
                  <Table.Td>
                    {formatAge(position === null ? null : Math.max(0, clock.now() - position))}
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </Paper>
  );
}
