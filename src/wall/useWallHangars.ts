import { useEffect, useState } from "react";
import { mayHaveMoreDevices } from "../../adapters/contract/device.ts";
import { wallReads } from "../../adapters/contract/wallReads.ts";
import { CallError } from "../../adapters/http/callError.ts";
import type { MapPoint } from "../map/features/shapes.ts";
import { toHangarPoints } from "../pages/page/live/HangarLayer.tsx";
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

/** The hangars, read once a minute; they are kept for three minutes while that fails. */
export function useWallHangars({ client }: WallServices): WallHangars {
  const [hangars, setHangars] = useState(noHangars);
  useEffect(() => {
    const controller = new AbortController();
    let readAt = performance.now();
    const load = async () => {
      try {
        const query = { kind: "hangar" as const };
        const read = await client.call(
          wallReads.deviceList,
          { query },
          { signal: controller.signal, quiet: true },
        );
        const isCalm = new Set(
          read.flatMap(({ id, hangar }) => (hangar && !abnormal.includes(hangar.status) ? [id] : [])),
        );
        readAt = performance.now();
        setHangars({
          points: toHangarPoints(read).map((point) =>
            isCalm.has(point.id) ? { ...point, color: calm } : point,
          ),
          cutAt: mayHaveMoreDevices(read) ? read.length : null,
        });
      } catch (error) {
        // The next load is the retry.
        if (!(error instanceof CallError)) throw error;
        if (performance.now() - readAt > keptMs) setHangars(noHangars);
      }
    };
    void load();
    const timer = setInterval(() => void load(), rereadMs);
    return () => {
      controller.abort();
      clearInterval(timer);
    };
  }, [client]);
  return hangars;
}
