import { useEffect, useState } from "react";
import { type Overview, overviewQuery } from "../../adapters/contract/graphql/overview.ts";
import { useNow } from "./useNow.ts";
import type { WallServices } from "./wallServices.ts";

const overviewEveryMs = 10_000;
/** Figures that three reads in a row did not bring are old. */
const overviewOldMs = 35_000;

export interface WallOverview {
  /** Null before the first. */
  readonly overview: Overview | null;
  /** Server time of the last answer, or of the first question, UTC ms, once it is old; null while figures are fresh. */
  readonly oldSince: number | null;
}

/** The figures, read every 10 s. Those of an outage of the live data stand grey under its banner besides. */
export function useOverview({ client, clock }: Pick<WallServices, "client" | "clock">): WallOverview {
  const [overview, setOverview] = useState<Overview | null>(null);
  const [readAt, setReadAt] = useState(clock.now);
  // By the clock: timers stand still while a computer sleeps.
  const now = useNow(clock);
  useEffect(() => {
    const controller = new AbortController();
    const read = () =>
      client.query(overviewQuery, {}, { signal: controller.signal }).then(
        (answer) => {
          setOverview(answer.overview);
          setReadAt(clock.now());
        },
        (error: unknown) => {
          if (!controller.signal.aborted) console.error("概览读取失败", error);
        },
      );
    void read();
    const timer = setInterval(() => void read(), overviewEveryMs);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [client, clock]);
  return { overview, oldSince: now - readAt > overviewOldMs ? readAt : null };
}
