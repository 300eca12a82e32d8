/** What a report says about the picture. */
interface PictureReading {
  /** Painted frames per second since the last reading. */
  readonly frameRate: number;
  readonly paintAgeMs: number;
  /** Null where the browser does not tell. */
  readonly heapBytes: number | null;
}

export interface PictureMeter {
  /** Reads the meter, and begins to count anew. */
  readonly read: () => PictureReading;
}

const reportEveryMs = 1_000;

/** Chromium's own property. */
interface MemoryPerformance extends Performance {
  readonly memory?: { readonly usedJSHeapSize: number };
}

/**
 * Counts painted frames.
 * @param onPainted called at most once a second, while frames are painted
 */
export function createPictureMeter(onPainted: () => void): PictureMeter {
  let [frames, paintedAt, reportedAt, readAt] = [0, performance.now(), 0, performance.now()];
  const count = () => {
    frames += 1;
    paintedAt = performance.now();
    if (paintedAt - reportedAt >= reportEveryMs) {
      reportedAt = paintedAt;
      onPainted();
    }
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  return {
    read() {
      const now = performance.now();
      const frameRate = Math.min(1_000, Math.round((frames * 10_000) / Math.max(1, now - readAt)) / 10);
      [frames, readAt] = [0, now];
      const { memory } = performance as MemoryPerformance;
      return {
        frameRate,
        paintAgeMs: Math.round(now - paintedAt),
        heapBytes: memory ? memory.usedJSHeapSize : null,
      };
    },
  };
}
