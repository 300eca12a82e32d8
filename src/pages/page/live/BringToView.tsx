import { useEffect, useRef } from "react";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import { flyTo, isSeen } from "../../../map/flyTo.ts";
import { useMap } from "../../../map/useMap.ts";
import { placeOf } from "./placeOf.ts";

/** Farther out than this, a drone is a dot among others. */
const leastZoom = 9;

/** Moves the map once to a task that was opened and is out of sight or too far off; nothing else ever moves it. */
export function BringToView({ task }: { readonly task: TaskRow }) {
  const map = useMap();
  const shown = useRef("");
  const { id, last, route } = task;
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    const [start] = route;
    const at = (last && placeOf(last)) ?? (start ? ([start[0], start[1]] as const) : null);
    const zoom = map.getView().getZoom() ?? 0;
    if (at && (zoom < leastZoom || !isSeen(map, at))) flyTo(map, [at]);
  }, [map, id, last, route]);
  return null;
}
