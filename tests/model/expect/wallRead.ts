import { defineExpectation } from "../createReference.ts";

interface WallReadObserved {
  readonly [part: string]: unknown;
  readonly answer: string | null;
  readonly readAt: number;
}

const keep = (answer: string) => (_: WallReadObserved, now: number) => ({ answer, readAt: now });

/** What a board of a wall reads: it ends nowhere, and an answer stays until a newer one comes. */
export const wallReadExpectation = defineExpectation<WallReadObserved>({
  seen: (now) => ({ answer: null, readAt: now }),
  start: ["reads"],
  regions: {
    "": {
      initial: "reading",
      states: { reading: [], waiting: [] },
      timers: { waiting: { ms: 10_000, row: "reconnects for ever" } },
      rules: [
        { from: "reading", on: "an answer comes", to: "waiting", sets: keep("first") },
        { from: "reading", on: "another answer comes", to: "waiting", sets: keep("second") },
        { from: "reading", on: "the read fails", to: "waiting", row: "reconnects for ever" },
        { from: "waiting", on: "after", to: "reading", does: ["reads"], row: "reconnects for ever" },
      ],
    },
  },
});
