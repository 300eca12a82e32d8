import { useEffect, useState } from "react";
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

/** The hangars, read once a minute; they are kept for three minutes while that fails. */
export function useWallHangars({ client }: WallServices): readonly MapPoint[] {
  const [points, setPoints] = useState<readonly MapPoint[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    let readAt = performance.now();
    const load = async () => {
      try {
        const query = { kind: "hangar" as const };
        const hangars = await client.call(
          wallReads.deviceList,
          { query },
          { signal: controller.signal, quiet: true },
        );
        const isCalm = new Set(
          hangars.flatMap(({ id, hangar }) => (hangar && !abnormal.includes(hangar.status) ? [id] : [])),
        );
        readAt = performance.now();
        setPoints(
          toHangarPoints(hangars).map((point) => (isCalm.has(point.id) ? { ...point, color: calm } : point)),
        );
      } catch (error) {
        // The next load is the retry.
        if (!(error instanceof CallError)) throw error;
        if (performance.now() - readAt > keptMs) setPoints([]);
      }
    };
    void load();
    const timer = setInterval(() => void load(), rereadMs);
    return () => {
      controller.abort();
      clearInterval(timer);
    };
  }, [client]);
  return points;
}
