import { useEffect, useState } from "react";
import { wallReads } from "../../adapters/contract/wallReads.ts";
import { CallError } from "../../adapters/http/callError.ts";
import type { MapPoint } from "../map/features/shapes.ts";
import { toHangarPoints } from "../pages/page/live/HangarLayer.tsx";
import type { WallServices } from "./wallServices.ts";

const rereadMs = 60_000;
/** Of hangars that work as they should: colour is for what is abnormal. */
const calm = "#868e96";
const abnormal: readonly string[] = ["fault", "offline"];

/** The hangars, read once a minute; a failed load keeps the previous ones. */
export function useWallHangars({ client }: WallServices): readonly MapPoint[] {
  const [points, setPoints] = useState<readonly MapPoint[]>([]);
  useEffect(() => {
    const controller = new AbortController();
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
        setPoints(
          toHangarPoints(hangars).map((point) => (isCalm.has(point.id) ? { ...point, color: calm } : point)),
        );
      } catch (error) {
        // The next load is the retry.
        if (!(error instanceof CallError)) throw error;
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
