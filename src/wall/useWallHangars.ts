import { useMemo } from "react";
import { mayHaveMoreDevices } from "../../adapters/contract/device.ts";
import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import { wallReads } from "../../adapters/contract/wallReads.ts";
import * as word from "../../adapters/contract/words.ts";
import { toHangarPoints } from "../live/HangarLayer.tsx";
import type { MapPoint } from "../map/features/shapes.ts";
import { useNow } from "./useNow.ts";
import { useWallRead } from "./useWallRead.ts";
import type { WallServices } from "./wallServices.ts";

const rereadMs = 60_000;
/** What is so old is not known any more: the map shows no state that may be another one. */
const keptMs = 180_000;
/** Of hangars that work as they should: colour is for what is abnormal. */
const calm = "#868e96";
const abnormal: readonly string[] = ["fault", "offline"];

interface WallHangars {
  readonly points: readonly MapPoint[];
  /** How many were read where there may be more; null where these are all. */
  readonly cutAt: number | null;
}
const noHangars: WallHangars = { points: [], cutAt: null };

function toWallHangars(read: EndpointData<typeof wallReads.deviceList>): WallHangars {
  const isCalm = new Set(
    read.flatMap(({ id, hangar }) => (hangar && !abnormal.includes(hangar.status) ? [id] : [])),
  );
  return {
    points: toHangarPoints(read).map((point) => (isCalm.has(point.id) ? { ...point, color: calm } : point)),
    cutAt: mayHaveMoreDevices(read) ? read.length : null,
  };
}

/** The hangars, read once a minute; they are kept for three minutes while that fails. */
export function useWallHangars({ client, clock }: WallServices): WallHangars {
  const { answer, readAt } = useWallRead({ clock }, word.hangar, rereadMs, (signal) =>
    client.call(wallReads.deviceList, { query: { kind: "hangar" as const } }, { signal, quiet: true }),
  );
  const isOld = useNow(clock) - readAt > keptMs;
  return useMemo(() => (answer === null || isOld ? noHangars : toWallHangars(answer)), [answer, isOld]);
}
