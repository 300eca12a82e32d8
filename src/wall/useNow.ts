import { useEffect, useState } from "react";
import type { ServerClock } from "../live/serverClock.ts";

const secondMs = 1_000;

/** The server's time, UTC ms, every second. */
export function useNow(clock: ServerClock): number {
  const [now, setNow] = useState(clock.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), secondMs);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}
