import type { LiveTaskRow } from "../../adapters/contract/task.ts";
import { findRows, getRowStatus, type RowStatus } from "../live/liveRow.ts";
import { formatHeight } from "../map/drones/formatLabel.ts";
import type { WallServices } from "./wallServices.ts";

interface Sources {
  readonly feed: Pick<WallServices["feed"], "getLatest">;
  readonly table: Pick<WallServices["table"], "indexOf">;
}

/** What is known of a flight at one moment. */
export interface WallFlight {
  /** Null where none is under way. */
  readonly status: RowStatus | null;
  /** With its datum; null where no frame has it. */
  readonly height: string | null;
}

/**
 * What flies now, by the newest frame where it has the drone, else by the list.
 * @param listAt server's time of the list @param now server's time, both UTC ms
 * @returns by task
 */
export function readFlights(
  rows: readonly LiveTaskRow[],
  listAt: number,
  { feed, table }: Sources,
  now: number,
): ReadonlyMap<string, WallFlight> {
  const snapshot = feed.getLatest();
  const indexes = rows.map(({ id }) => table.indexOf(id));
  const frame = snapshot && { snapshot, rows: findRows(snapshot, new Set(indexes)) };
  return new Map(
    rows.map((row, at) => {
      const index = indexes[at] ?? null;
      const frameRow = index === null ? undefined : frame?.rows.get(index);
      const height = frame && frameRow !== undefined ? formatHeight(frame.snapshot.columns, frameRow) : null;
      return [row.id, { status: getRowStatus(row, listAt, frame, index, now), height }] as const;
    }),
  );
}
