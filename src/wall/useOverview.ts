import { type Overview, overviewQuery } from "../../adapters/contract/graphql/overview.ts";
import { useNow } from "./useNow.ts";
import { useWallRead } from "./useWallRead.ts";
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
  const { answer, readAt } = useWallRead({ clock }, "概览", overviewEveryMs, (signal) =>
    client.query(overviewQuery, {}, { signal }),
  );
  // By the clock: timers stand still while a computer sleeps.
  const now = useNow(clock);
  return { overview: answer?.overview ?? null, oldSince: now - readAt > overviewOldMs ? readAt : null };
}
