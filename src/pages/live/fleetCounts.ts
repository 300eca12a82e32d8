import type { FleetCounts } from "../../../adapters/contract/fleetFrame.ts";
import { isFiltered, type LiveList } from "../../live/taskFilter.ts";
import type { FleetSnapshot } from "../../map/drones/data/fleetSnapshot.ts";
import { formatClock } from "../../ui/format/formatTime.ts";

type FrameCounts = Pick<FleetSnapshot, "counts" | "fleetSize" | "serverTime">;

/** The newest counts of all flights: those of the frame or of the list, whichever came later; null before either. */
export function getNewestCounts(
  list: Pick<LiveList, "counts" | "at"> | null,
  frame: FrameCounts | null,
): FleetCounts | null {
  if (frame === null || list === null) return frame?.counts ?? list?.counts ?? null;
  return frame.serverTime >= list.at ? frame.counts : list.counts;
}

/** Why list and map show other numbers of drones than the head says; null where they agree. */
export function explainCounts(
  list: Pick<LiveList, "counts" | "at" | "filter" | "total"> | null,
  frame: FrameCounts | null,
): string | null {
  const flying = getNewestCounts(list, frame)?.flying;
  const inList =
    list === null || isFiltered(list.filter) || list.total === flying
      ? []
      : [`列表 ${list.total} 个（${formatClock(list.at)} 读取，含已落地未结束的）`];
  const onMap =
    frame === null || frame.fleetSize === flying
      ? []
      : [`图上共 ${frame.fleetSize} 架（含已落地的，不含位置未知的）`];
  const parts = [...inList, ...onMap];
  return parts.length === 0 ? null : parts.join("；");
}
