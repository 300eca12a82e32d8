import { useCallback } from "react";
import { useMapView } from "../../../map/useMapView.ts";
import type { LiveActor } from "./live.ts";

/** Tells the machine what of the world is seen, so that the server sends no more than that. */
export function SeenPart({ actor }: { readonly actor: LiveActor }) {
  const tell = useCallback(
    (view: Parameters<Parameters<typeof useMapView>[0]>[0]) => actor.send({ type: "view.change", view }),
    [actor],
  );
  useMapView(tell);
  return null;
}
