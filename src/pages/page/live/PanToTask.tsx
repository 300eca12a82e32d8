import { useEffect, useRef } from "react";
import type { TaskRow } from "../../../../adapters/contract/task.ts";
import { flyTo, isInView } from "../../../map/flyTo.ts";
import { useMap } from "../../../map/useMap.ts";
import { toLngLat } from "./toLngLat.ts";

/** Farther out than this, a drone is a dot among others. */
const minZoom = 9;

/** Moves the map once to a task that was opened and is out of sight or too far off; nothing else ever moves it. */
export function PanToTask({ task }: { readonly task: TaskRow }) {
  const map = useMap();
  const shownTaskId = useRef("");
  const { id, last, route } = task;
  useEffect(() => {
    if (shownTaskId.current === id) return;
    shownTaskId.current = id;
    const [start] = route;
    const at = (last && toLngLat(last)) ?? (start ? ([start[0], start[1]] as const) : null);
    const zoom = map.getView().getZoom() ?? 0;
    if (at && (zoom < minZoom || !isInView(map, at))) flyTo(map, [at]);
  }, [map, id, last, route]);
  return null;
}
