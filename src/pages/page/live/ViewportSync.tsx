import { useCallback } from "react";
import { useViewportChange } from "../../../map/useViewportChange.ts";
import type { LiveActor } from "./liveServices.ts";

/** Tells the machine what of the world is seen, so that the server sends no more than that. */
export function ViewportSync({ actor }: { readonly actor: LiveActor }) {
  const sendView = useCallback(
    (view: Parameters<Parameters<typeof useViewportChange>[0]>[0]) =>
      actor.send({ type: "view.change", view }),
    [actor],
  );
  useViewportChange(sendView);
  return null;
}
