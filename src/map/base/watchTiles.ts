import type BaseLayer from "ol/layer/Base.js";
import Layer from "ol/layer/Layer.js";
import TileSource from "ol/source/Tile.js";

const faultsTaken = 3;
const withinMs = 10_000;

/** Tells once when tiles of these layers fail three times within 10 s; answers with the end of watching. */
export function watchTiles(layers: readonly BaseLayer[], failing: () => void): () => void {
  let faults: number[] = [];
  const note = () => {
    const now = performance.now();
    faults = [...faults.filter((at) => now - at < withinMs), now];
    if (faults.length !== faultsTaken) return;
    end();
    failing();
  };
  const sources = layers.flatMap((layer) => {
    const source: unknown = layer instanceof Layer ? layer.getSource() : null;
    return source instanceof TileSource ? [source] : [];
  });
  // OpenLayers types the tile events per kind of source; by name they are one event.
  for (const source of sources) source.addEventListener("tileloaderror", note);
  function end() {
    for (const source of sources) source.removeEventListener("tileloaderror", note);
  }
  return end;
}
