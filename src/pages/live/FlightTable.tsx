import { Alert, Paper, ScrollArea, Table } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { fleetUnknown } from "../../../adapters/contract/fleetFrame.ts";
import { flightPhase } from "../../../adapters/contract/flight.ts";
import type { LiveTaskRow } from "../../../adapters/contract/task.ts";
import * as word from "../../../adapters/contract/words.ts";
import { formatAge } from "../../live/formatFlight.ts";
import classes from "../../live/LiveMap.module.css";
import type { LiveServices } from "../../live/liveServices.ts";
import { FeedStatus } from "./FeedStatus.tsx";
import tableClasses from "./FlightTable.module.css";
import { getRowTag, toItemProps } from "./TaskItem.tsx";
import { useRowStatuses } from "./useRowStatuses.ts";

const empty = "—";
const formatE7Degrees = (e7: number | undefined) => (e7 === undefined ? empty : (e7 / 1e7).toFixed(5));
const formatDecimetres = (value: number | undefined) =>
  value === undefined || value === fleetUnknown.height ? empty : `${Math.round(value / 10)} m`;

/** Table of the list's flights, for browsers without canvas. */
export default function FlightTable({ live }: { readonly live: LiveServices }) {
  const { actor, feed, table } = live;
  const list = useSelector(actor, ({ context }) => context.list);
  // Renders again each second, with the newest frame.
  const getStatus = useRowStatuses(live, list);
  const snapshot = feed.getLatest();
  const renderRow = (row: LiveTaskRow) => {
    const status = getStatus(row);
    const index = table.indexOf(row.id);
    const frameRow = index === null ? -1 : (snapshot?.columns.index.indexOf(index) ?? -1);
    return (
      <Table.Tr key={row.id}>
        <Table.Td className={tableClasses["name"]}>{row.name}</Table.Td>
        <Table.Td>{row.droneSn}</Table.Td>
        <Table.Td>{status?.phase ? flightPhase.label(status.phase) : empty}</Table.Td>
        <Table.Td>{status ? getRowTag(false, toItemProps(status)).label : empty}</Table.Td>
        <Table.Td>{formatE7Degrees(snapshot?.columns.lat[frameRow])}</Table.Td>
        <Table.Td>{formatE7Degrees(snapshot?.columns.lon[frameRow])}</Table.Td>
        <Table.Td>{formatDecimetres(snapshot?.columns.hRel[frameRow])}</Table.Td>
        <Table.Td>{typeof status?.battery === "number" ? `${status.battery} %` : empty}</Table.Td>
        <Table.Td>{formatAge(status?.ageMs ?? null)}</Table.Td>
      </Table.Tr>
    );
  };
  return (
    <Paper component="section" withBorder className={classes["stage"]} aria-label="在飞无人机">
      <ScrollArea h="100%" type="auto">
        <FeedStatus live={live} />
        <Alert color="yellow" variant="light" m="xs" p="xs" role="status">
          此浏览器无法绘制地图，下面以表格显示每架无人机的位置。
        </Alert>
        <Table stickyHeader verticalSpacing={4} className={tableClasses["table"]}>
          <Table.Thead>
            <Table.Tr>
              {[
                word.task,
                word.drone,
                word.phase,
                word.link,
                word.latitude,
                word.longitude,
                "相对起飞点高度",
                word.battery,
                "最近数据",
              ].map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{list?.rows.map(renderRow)}</Table.Tbody>
        </Table>
      </ScrollArea>
    </Paper>
  );
}
