import { useSelector } from "@xstate/react";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { defaultLayers, liveLayers } from "../../../../machines/liveTasksPort.ts";
import { createMapViewState } from "../../../map/mapViewState.ts";
import { parseAddress, toAddressParams } from "./liveAddress.ts";
import type { LiveServices } from "./liveServices.ts";

/** Writing the address renders the page anew, so that it waits for a pan to end. */
const viewDelayMs = 600;

/** Keeps selection, view and layers in the address; opening another task adds a step to the browser's history. */
export function useLiveAddress({ actor, viewState }: LiveServices): void {
  const [query, setQuery] = useSearchParams();
  const selected = useSelector(actor, ({ context }) => context.selected);
  const following = useSelector(actor, ({ context }) => context.following);
  const viewport = useSelector(actor, ({ context }) => context.view);
  const layers = useSelector(actor, ({ context }) => context.layers);
  const smooth = useSelector(actor, ({ context }) => context.smooth);
  const addressTask = parseAddress(query).task;
  // The address that was followed last: another one comes from a link or from the history.
  const followed = useRef<string | null | undefined>(undefined);
  const written = useRef<string | null>(null);
  useEffect(() => {
    const isFirst = followed.current === undefined;
    const isNavigated = followed.current !== addressTask;
    followed.current = addressTask;
    // At first the services have started with the address.
    if (isNavigated && !isFirst && addressTask !== selected) {
      actor.send(
        addressTask === null ? { type: "task.leave" } : { type: "task.select", taskId: addressTask },
      );
      return;
    }
    const address = {
      task: selected,
      // The map writes its state before it reports the viewport.
      view: viewport && !following && isMoved(viewState) ? viewState : parseAddress(query).view,
      toggledLayers: liveLayers.filter((layer) => layers[layer] !== defaultLayers[layer]),
      smooth,
    };
    const write = () => {
      // The browser has gone back already, and React has not rendered it yet: this would overwrite that entry.
      if (new URLSearchParams(window.location.search).toString() !== query.toString()) return;
      const next = toAddressParams(address, query);
      const text = next.toString();
      if (text === query.toString() || text === written.current) return;
      written.current = text;
      setQuery(next, { replace: selected === addressTask || isFirst });
    };
    const timer = setTimeout(write, selected === addressTask ? viewDelayMs : 0);
    return () => clearTimeout(timer);
  }, [actor, viewState, viewport, following, addressTask, selected, layers, smooth, query, setQuery]);
  useEffect(() => {
    written.current = null;
  }, [query]);
}

function isMoved({ centre, zoom }: LiveServices["viewState"]): boolean {
  const initial = createMapViewState();
  return (
    Math.abs(centre[0] - initial.centre[0]) > 1e-4 ||
    Math.abs(centre[1] - initial.centre[1]) > 1e-4 ||
    Math.abs(zoom - initial.zoom) > 0.01
  );
}
