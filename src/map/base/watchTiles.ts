import type BaseLayer from "ol/layer/Base.js";
import Layer from "ol/layer/Layer.js";
import TileSource from "ol/source/Tile.js";

const maxErrors = 3;
const errorWindowMs = 10_000;
/** Requested tiles that do not arrive within this time count as failed. */
const loadTimeoutMs = 15_000;
const retryIntervalMs = 15_000;

interface TileWatchOptions {
  /** Reload the sources while failing. This also clears the tiles already shown. */
  readonly refresh: boolean;
  readonly onError: () => void;
  readonly onRecover: () => void;
}

/**
 * Calls `onError` if tiles of these layers fail three times within 10 s or none arrives for 15 s, and `onRecover` when
 * one loads again. With `refresh`, reloads every 15 s in between. Returns the unsubscribe function.
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
  // OpenLayers types the tile events per kind of source; the names are the same.
  const handlers = {
    tileloadstart: handleLoadStart,
    tileloaderror: handleLoadError,
    tileloadend: handleLoadEnd,
  };
  for (const source of sources) {
    for (const [name, handler] of Object.entries(handlers)) source.addEventListener(name, handler);
    // An archive requests no tiles until its header is loaded.
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
