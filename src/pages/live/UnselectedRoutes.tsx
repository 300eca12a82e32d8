import { useSelector } from "@xstate/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { type TaskRow, taskCalls } from "../../../adapters/contract/task.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { MapViewport } from "../../../machines/liveTasksPort.ts";
import type { LiveActor } from "../../live/liveServices.ts";
import { Lines } from "../../map/features/Lines.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";

/** Below this zoom, a planned route is a dot. */
const minZoom = 9;
const maxTasks = 100;
/** A session may load only 120 lists a minute. */
const delayMs = 2_000;

const noTasks: readonly TaskRow[] = [];

/** The records of flights in the view, for their planned routes; read again where the view leaves what was read. */
function useViewTasks(actor: LiveActor): readonly TaskRow[] {
  const { client } = usePageApi();
  const view = useSelector(actor, ({ context }) => context.view);
  const [tasks, setTasks] = useState<readonly TaskRow[]>([]);
  const loaded = useRef<MapViewport | null>(null);
  const isNear = view !== null && view.zoom >= minZoom;
  useEffect(() => {
    if (!view || view.zoom < minZoom || (loaded.current && isCovered(view, loaded.current))) return;
    const controller = new AbortController();
    const load = async () => {
      const wide = widen(view);
      const { list, total } = await client.call(
        taskCalls.taskStartList,
        { body: { bbox: [...wide.bbox], status: "running", limit: maxTasks } },
        { signal: controller.signal, quiet: true },
      );
      setTasks(list);
      // What was cut is read again with the next move.
      loaded.current = total > list.length ? null : wide;
    };
    const timer = setTimeout(() => {
      load().catch((error: unknown) => {
        // The list shows failures; the next move tries again.
        if (!(error instanceof CallError)) throw error;
      });
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, view]);
  return isNear ? tasks : noTasks;
}

/** Half a view more on each side, so that panning a little loads nothing; a view across the date line stays as it is. */
function widen({ bbox: [west, south, east, north], zoom }: MapViewport): MapViewport {
  if (west > east) return { bbox: [west, south, east, north], zoom };
  const [x, y] = [(east - west) / 2, (north - south) / 2];
  return {
    bbox: [
      Math.max(-180, west - x),
      Math.max(-90, south - y),
      Math.min(180, east + x),
      Math.min(90, north + y),
    ],
    zoom,
  };
}

function isCovered({ bbox }: MapViewport, { bbox: outer }: MapViewport): boolean {
  const [west, south, east, north] = bbox;
  const isAcrossDateLine = west > east || outer[0] > outer[2];
  return !isAcrossDateLine && west >= outer[0] && south >= outer[1] && east <= outer[2] && north <= outer[3];
}

/** The planned routes of the other flights in the view, as thin lines. */
export function UnselectedRoutes({ actor }: { readonly actor: LiveActor }) {
  const tasks = useViewTasks(actor);
  const selected = useSelector(actor, ({ context }) => context.selected);
  const lines = useMemo(
    () =>
      tasks
        .filter(({ id, status, route }) => id !== selected && status === "running" && route.length > 1)
        .map(({ id, route }) => ({
          id,
          path: route.map(([lng, lat]) => [lng, lat] as const),
          color: "rgba(64, 132, 196, 0.55)",
          width: 1.2,
          dashed: true,
        })),
    [tasks, selected],
  );
  return <Lines lines={lines} />;
}
