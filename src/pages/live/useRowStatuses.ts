import { useEffect, useState } from "react";
import type { LiveTaskRow } from "../../../adapters/contract/task.ts";
import { type FrameSource, findRows, getRowStatus, type RowStatus } from "../../live/liveRow.ts";
import type { LiveServices } from "../../live/liveServices.ts";
import type { LiveList } from "../../live/taskFilter.ts";

const renderIntervalMs = 1_000;

/** The state of each row's flight, updated each second from the frames that come anyway. */
export function useRowStatuses(
  { feed, table, clock }: Pick<LiveServices, "feed" | "table" | "clock">,
  list: LiveList | null,
): (row: LiveTaskRow) => RowStatus | null {
  const [now, setNow] = useState(clock.now);
  const [frame, setFrame] = useState<FrameSource | null>(null);
  useEffect(() => {
    const update = () => {
      const snapshot = feed.getLatest();
      setNow(clock.now());
      setFrame((current) =>
        snapshot === null
          ? current
          : { snapshot, rows: findRows(snapshot, new Set(list?.rows.map(({ id }) => table.indexOf(id)))) },
      );
    };
    update();
    const timer = setInterval(update, renderIntervalMs);
    return () => clearInterval(timer);
  }, [feed, table, clock, list]);
  return (row) => getRowStatus(row, list?.at ?? 0, frame, table.indexOf(row.id), now);
}
