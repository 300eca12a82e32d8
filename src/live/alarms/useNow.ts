import { useEffect, useState } from "react";
import type { ServerClock } from "../serverClock.ts";

const intervalMs = 1_000;

/** The server's time, UTC ms, anew each second. */
export function useNow(clock: ServerClock): number {
  const [now, setNow] = useState(clock.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), intervalMs);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}
