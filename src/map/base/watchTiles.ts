import type BaseLayer from "ol/layer/Base.js";
import Layer from "ol/layer/Layer.js";
import TileSource from "ol/source/Tile.js";

const faultsTaken = 3;
const withinMs = 10_000;
/** Tiles that were asked for and do not come for so long do not come. */
const patienceMs = 15_000;
const againMs = 15_000;

interface TileWatch {
  /** Tiles that have not come are asked for anew; those that are there go meanwhile. */
  readonly refreshing: boolean;
  readonly failing: () => void;
  readonly back: () => void;
}

/**
 * Tells when tiles of these layers fail three times within 10 s, or none comes for 15 s, and when one comes again;
 * until then they are asked for anew every 15 s. Answers with the end of watching.
 */
export function watchTiles(
  layers: readonly BaseLayer[],
  { refreshing, failing, back }: TileWatch,
): () => void {
  let faults: number[] = [];
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<typeof setInterval> | undefined;
  const sources = layers.flatMap((layer) => {
    const source: unknown = layer instanceof Layer ? layer.getSource() : null;
    return source instanceof TileSource ? [source] : [];
  });

  const fail = () => {
    if (asking !== undefined) return;
    asking = setInterval(() => {
      if (refreshing) for (const source of sources) source.refresh();
    }, againMs);
    failing();
  };
  const begun = () => {
    waiting ??= setTimeout(fail, patienceMs);
  };
  const patient = () => {
    clearTimeout(waiting);
    waiting = undefined;
  };
  const fault = () => {
    patient();
    const now = performance.now();
    faults = [...faults.filter((at) => now - at < withinMs), now];
    if (faults.length >= faultsTaken) fail();
  };
  const come = () => {
    patient();
    faults = [];
    if (asking === undefined) return;
    clearInterval(asking);
    asking = undefined;
    back();
  };
  // OpenLayers types the tile events per kind of source; by name they are one event.
  const told = { tileloadstart: begun, tileloaderror: fault, tileloadend: come };
  for (const source of sources) {
    for (const [name, act] of Object.entries(told)) source.addEventListener(name, act);
    // An archive whose head has not come yet asks for no tile.
    if (source.getState() === "loading") begun();
  }
  return () => {
    patient();
    clearInterval(asking);
    if (asking !== undefined) back();
    for (const source of sources)
      for (const [name, act] of Object.entries(told)) source.removeEventListener(name, act);
  };
}
