import type BaseLayer from "ol/layer/Base.js";
import Layer from "ol/layer/Layer.js";
import TileSource from "ol/source/Tile.js";

const maxErrors = 3;
const errorWindowMs = 10_000;
/** Tiles that were asked for and do not come for so long do not come. */
const loadTimeoutMs = 15_000;
const retryIntervalMs = 15_000;

interface TileWatchOptions {
  /** Tiles that have not come are asked for anew; those that are there go meanwhile. */
  readonly refresh: boolean;
  readonly onError: () => void;
  readonly onRecover: () => void;
}

/**
 * Tells when tiles of these layers fail three times within 10 s, or none comes for 15 s, and when one comes again;
 * until then they are asked for anew every 15 s. Answers with the end of watching.
 */
export function watchTiles(
  layers: readonly BaseLayer[],
  { refresh, onError, onRecover }: TileWatchOptions,
): () => void {
  let errorTimes: number[] = [];
  let loadTimeout: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setInterval> | undefined;
  const sources = layers.flatMap((layer) => {
    const source: unknown = layer instanceof Layer ? layer.getSource() : null;
    return source instanceof TileSource ? [source] : [];
  });

  const reportFailure = () => {
    if (retryTimer !== undefined) return;
    retryTimer = setInterval(() => {
      if (refresh) for (const source of sources) source.refresh();
    }, retryIntervalMs);
    onError();
  };
  const handleLoadStart = () => {
    loadTimeout ??= setTimeout(reportFailure, loadTimeoutMs);
  };
  const clearLoadTimeout = () => {
    clearTimeout(loadTimeout);
    loadTimeout = undefined;
  };
  const handleLoadError = () => {
    clearLoadTimeout();
    const now = performance.now();
    errorTimes = [...errorTimes.filter((at) => now - at < errorWindowMs), now];
    if (errorTimes.length >= maxErrors) reportFailure();
  };
  const handleLoadEnd = () => {
    clearLoadTimeout();
    errorTimes = [];
    if (retryTimer === undefined) return;
    clearInterval(retryTimer);
    retryTimer = undefined;
    onRecover();
  };
  // OpenLayers types the tile events per kind of source; by name they are one event.
  const handlers = {
    tileloadstart: handleLoadStart,
    tileloaderror: handleLoadError,
    tileloadend: handleLoadEnd,
  };
  for (const source of sources) {
    for (const [name, handler] of Object.entries(handlers)) source.addEventListener(name, handler);
    // An archive whose head has not come yet asks for no tile.
    if (source.getState() === "loading") handleLoadStart();
  }
  return () => {
    clearLoadTimeout();
    clearInterval(retryTimer);
    if (retryTimer !== undefined) onRecover();
    for (const source of sources)
      for (const [name, handler] of Object.entries(handlers)) source.removeEventListener(name, handler);
  };
}
