import { defineExpectation } from "../createReference.ts";
import {
  compared,
  freeze,
  jump,
  type PlaybackObserved,
  type PlaybackRule,
  start,
  uncompared,
} from "./playbackObserved.ts";

const readyStates = ["ready.paused", "ready.playing", "ready.ended", "ready.scrubbing"];
const resting = ["ready.paused", "ready.ended"];

/** The tracks came: the clock rests at the time of the link, or at the beginning. */
const arrive = (
  { wanted }: PlaybackObserved,
  now: number,
  values: Partial<PlaybackObserved> & { readonly from: number },
) => ({ failures: "", ...values, media: wanted === "150000 false" ? 150_000 : values.from, wall: now });

const open = (on: string, sets: Partial<PlaybackObserved>): PlaybackRule[] =>
  ["loading", "*"].map((from) => ({
    ...(from === "*" ? {} : { from }),
    on,
    to: "loading",
    sets: { keys: "a b", tracks: "", failures: "", compare: false, from: 0, to: 0, ...sets },
    does: from === "*" ? ["loads a b"] : ["aborts load", "loads a b"],
    row: "live.md 8",
  }));

/** The playback of two flights: a from 100 s to 220 s, b from 160 s to 400 s, or b far away, until 8,100 s. */
export const playbackExpectation = defineExpectation<PlaybackObserved>({
  seen: () => ({
    keys: "",
    tracks: "",
    failures: "",
    media: 0,
    wall: 0,
    rate: 1,
    from: 0,
    to: 0,
    compare: false,
    smooth: true,
    wanted: "null null",
    resumes: false,
  }),
  start: [],
  regions: {
    missing: {
      initial: "idle",
      states: { idle: [], loading: ["retrying"] },
      rules: [
        {
          from: "loading",
          on: ["a and b are opened", "a and b are opened at 150 s, twice as fast, not compared"],
          to: "idle",
          does: ["aborts reload"],
        },
        {
          from: "idle",
          on: "retry",
          if: ({ tracks, failures }) => tracks !== "" && failures !== "",
          to: "loading",
          does: ["loads b"],
          row: "one flight fails, the others play",
        },
        {
          from: "loading",
          on: "b comes after all",
          to: "idle",
          sets: { tracks: "a b", failures: "", from: 100_000, to: 400_000 },
        },
        { from: "loading", on: "b fails again", to: "idle", sets: { failures: "b timeout" } },
        { from: "loading", on: "the retry breaks", to: "idle" },
        { on: "raw positions", sets: { smooth: false } },
        { on: "smooth positions", sets: { smooth: true } },
      ],
    },
    player: {
      initial: "idle",
      states: {
        idle: [],
        loading: ["loading"],
        failed: ["failed"],
        "ready.paused": ["ready"],
        "ready.playing": ["ready", "playing"],
        "ready.ended": ["ready"],
        "ready.scrubbing": ["ready"],
      },
      timers: { "ready.playing": { ms: ({ media, to, rate }) => Math.ceil((to - media) / rate) } },
      rules: [
        ...open("a and b are opened", { rate: 1, wanted: "null null" }),
        ...open("a and b are opened at 150 s, twice as fast, not compared", {
          rate: 2,
          wanted: "150000 false",
        }),
        {
          from: "loading",
          on: "a and b come",
          to: "ready.paused",
          sets: (seen, now) =>
            arrive(seen, now, { tracks: "a b", compare: false, from: 100_000, to: 400_000 }),
        },
        {
          from: "loading",
          on: "a and a far b come",
          if: ({ wanted }) => wanted === "null null",
          to: "ready.paused",
          sets: (seen, now) =>
            arrive(seen, now, { tracks: "a far b", compare: true, from: 100_000, to: 220_000 }),
          row: "flights that are far apart are compared",
        },
        {
          from: "loading",
          on: "a and a far b come",
          to: "ready.paused",
          sets: (seen, now) =>
            arrive(seen, now, { tracks: "a far b", compare: false, from: 100_000, to: 8_100_000 }),
        },
        {
          from: "loading",
          on: "a comes, b fails",
          to: "ready.paused",
          sets: (seen, now) =>
            arrive(seen, now, {
              tracks: "a",
              failures: "b offline",
              compare: false,
              from: 100_000,
              to: 220_000,
            }),
          row: "one flight fails, the others play",
        },
        {
          from: "loading",
          on: "none comes",
          to: "failed",
          sets: (_, now) => ({
            tracks: "",
            failures: "a noTrack, b offline",
            compare: false,
            from: 0,
            to: 0,
            media: 0,
            wall: now,
          }),
        },
        {
          from: "loading",
          on: "the load breaks",
          to: "failed",
          sets: { failures: "a contract, b contract" },
        },
        { from: "failed", on: "retry", to: "loading", does: ["loads a b"] },

        { from: resting, on: ["play", "space"], to: "ready.playing", sets: start },
        { from: "ready.playing", on: ["pause", "space"], to: "ready.paused", sets: freeze },
        {
          from: "ready.playing",
          on: "after",
          to: "ready.ended",
          sets: ({ to }, now) => ({ media: to, wall: now }),
        },
        {
          from: "ready.playing",
          on: ["b comes after all", "b fails again"],
          to: "ready.playing",
          sets: freeze,
        },

        ...["ready.paused", "ready.ended", "ready.playing"].flatMap((from) => [
          ...jump(from, "seek 150 s", "never", () => 150_000),
          ...jump(from, "seek 0 s", "never", () => 0),
          ...jump(from, "seek 900 s", "sometimes", () => 900_000),
          ...jump(from, "5 s back", "never", (_, media) => media - 5_000),
          ...jump(from, "home", "never", (seen) => seen.from),
          ...jump(from, "end", "always", (seen) => seen.to),
        ]),
        ...["ready.paused", "ready.playing"].flatMap((from) =>
          jump(from, "600 s on", "sometimes", (_, media) => media + 600_000),
        ),
        ...jump("ready.ended", "600 s on", "always", (seen) => seen.to),

        ...[32, 1].flatMap((rate): PlaybackRule[] => [
          {
            from: "ready.playing",
            on: `${rate} times as fast`,
            if: (seen) => seen.rate !== rate,
            to: "ready.playing",
            sets: (seen, now) => ({ ...freeze(seen, now), rate }),
          },
          {
            from: ["ready.paused", "ready.ended", "ready.scrubbing"],
            on: `${rate} times as fast`,
            sets: { rate },
          },
        ]),

        { from: resting, on: "scrubbing starts", to: "ready.scrubbing", sets: { resumes: false } },
        {
          from: "ready.playing",
          on: "scrubbing starts",
          to: "ready.scrubbing",
          sets: (seen, now) => ({ ...freeze(seen, now), resumes: true }),
        },
        {
          from: "ready.scrubbing",
          on: "scrubbed to 200 s",
          sets: (_, now) => ({ media: 200_000, wall: now }),
        },
        {
          from: "ready.scrubbing",
          on: "scrubbed to 9000 s",
          sets: ({ to }, now) => ({ media: to, wall: now }),
        },
        { from: "ready.scrubbing", on: "pause", to: "ready.paused" },
        {
          from: "ready.scrubbing",
          on: "scrubbing ends",
          if: ({ media, to }) => media >= to,
          to: "ready.ended",
        },
        {
          from: "ready.scrubbing",
          on: "scrubbing ends",
          if: ({ resumes }) => resumes,
          to: "ready.playing",
          sets: start,
        },
        { from: "ready.scrubbing", on: "scrubbing ends", to: "ready.paused" },

        {
          from: "ready.playing",
          on: "compare",
          if: ({ tracks, compare }) => tracks.includes("b") && !compare,
          to: "ready.paused",
          sets: (seen, now) => ({ wall: now, ...compared({ ...seen, ...freeze(seen, now) }) }),
        },
        {
          from: "ready.playing",
          on: "compare no more",
          if: ({ compare }) => compare,
          to: "ready.paused",
          sets: (seen, now) => ({ wall: now, ...uncompared({ ...seen, ...freeze(seen, now) }) }),
        },
        {
          from: readyStates,
          on: "compare",
          if: ({ tracks, compare }) => tracks.includes("b") && !compare,
          to: "ready.paused",
          sets: compared,
        },
        {
          from: readyStates,
          on: "compare no more",
          if: ({ compare }) => compare,
          to: "ready.paused",
          sets: uncompared,
        },
      ],
    },
  },
});
