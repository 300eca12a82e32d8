import { useEffect, useRef, useState } from "react";
import { clampWindow, isInWindow, type TimeWindow, turnPage } from "./timeScale.ts";

interface ZoomedWindow {
  readonly window: TimeWindow;
  readonly setWindow: (window: TimeWindow) => void;
}

/**
 * The shown part of the whole time, which begins with all of it. A cursor that leaves it by playing takes it along; one
 * that was outside before, because somebody looks at another place, does not.
 */
export function useTimeWindow(whole: TimeWindow, timeMs: number): ZoomedWindow {
  const [zoomed, setZoomed] = useState<TimeWindow | null>(null);
  const lastTime = useRef(timeMs);
  // After a change of the whole, as when flights are compared, the old part may lie outside.
  const window = zoomed ? clampWindow(zoomed, whole) : whole;
  useEffect(() => {
    const wasInside = isInWindow(window, lastTime.current);
    lastTime.current = timeMs;
    if (wasInside && !isInWindow(window, timeMs) && isInWindow(whole, timeMs))
      setZoomed(turnPage(window, timeMs, whole));
  }, [timeMs, window, whole]);
  const setWindow = (next: TimeWindow) =>
    setZoomed(next.fromMs <= whole.fromMs && next.toMs >= whole.toMs ? null : next);
  return { window, setWindow };
}
