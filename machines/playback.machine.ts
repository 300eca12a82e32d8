import { assign, fromPromise, raise, setup } from "xstate";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";
import { mergeLoads } from "./mergeLoads.ts";
import { clampTo, getMediaTime, getRange, isFarApart } from "./playbackClock.ts";
import type {
  FlightLoad,
  PlaybackContext,
  PlaybackEvent,
  PlaybackPort,
  PlaybackRate,
  TrackBounds,
} from "./playbackPort.ts";

type OpenEvent = Extract<PlaybackEvent, { type: "flights.open" }>;

/** A timer cannot wait longer. */
const maxDelayMs = 2 ** 31 - 1;

/** Where an event leads to, within the range, UTC ms; where the time is for events that do not move it. */
function getJumpTarget<Track>(
  context: PlaybackContext<Track>,
  event: PlaybackEvent,
  isPlaying: boolean,
  now: number,
): number {
  const { range } = context;
  const mediaMs = getMediaTime(context, isPlaying, now);
  switch (event.type) {
    case "time.seek":
    case "scrub.move":
      return clampTo(range, event.ms);
    case "time.step":
      return clampTo(range, mediaMs + event.ms);
    case "time.home":
      return range.fromMs;
    default:
      return mediaMs;
  }
}

/** What the four events that move the time do in a state: at the end the playback is over, else it stays. */
function createJumps<Target extends "paused" | "playing">(target: Target) {
  const params = { isPlaying: target === "playing" };
  const jump = [
    { guard: { type: "reachesEnd", params }, target: "ended", actions: { type: "jump", params } },
    // Its timer starts again.
    { target, reenter: params.isPlaying, actions: { type: "jump", params } },
  ] as const;
  return {
    "time.seek": jump,
    "time.step": jump,
    "time.home": jump[1],
    "time.end": { target: "ended", actions: "finish" },
  } as const;
}

/**
 * Playback of up to 16 flights on one clock. No time passes through the machine: it holds the time shown at one moment,
 * `getMediaTime` derives the rest.
 */
export const playbackMachine = <Track extends TrackBounds>(port: PlaybackPort<Track>) =>
  setup({
    types: {} as {
      context: PlaybackContext<Track>;
      events: PlaybackEvent;
      tags: "loading" | "failed" | "ready" | "playing" | "retrying";
    },
    actors: {
      load: fromPromise<readonly FlightLoad<Track>[], { keys: readonly string[] }>(({ input, signal }) =>
        port.load(input.keys, signal),
      ),
    },
    actions: {
      open: assign((_, { keys, rate, startAt, compare }: OpenEvent) => ({
        keys,
        tracks: {},
        failures: {},
        rate,
        compare: false,
        range: { fromMs: 0, toMs: 0 },
        wanted: { startAt, compare },
      })),
      setLoaded: assign(({ context }, loads: readonly FlightLoad<Track>[]) => {
        const { keys, wanted } = context;
        const merged = mergeLoads(context, loads);
        const compare = wanted.compare ?? isFarApart(Object.values(merged.tracks));
        const range = getRange({ keys, tracks: merged.tracks, compare });
        const mediaMs = clampTo(range, wanted.startAt ?? range.fromMs);
        return { ...merged, compare, range, anchor: { mediaMs, wallMs: port.now() } };
      }),
      addLoaded: assign(({ context }, loads: readonly FlightLoad<Track>[]) => {
        const merged = mergeLoads(context, loads);
        return { ...merged, range: getRange({ ...context, ...merged }) };
      }),
      setLoadError: assign(({ context: { keys } }, error: ErrorInfo) => ({
        failures: Object.fromEntries(keys.map((key) => [key, error])),
      })),
      /** From the beginning again where it is over. */
      start: assign(({ context: { anchor, range } }) => ({
        anchor: {
          mediaMs: anchor.mediaMs >= range.toMs ? range.fromMs : anchor.mediaMs,
          wallMs: port.now(),
        },
      })),
      freeze: assign(({ context }) => {
        const wallMs = port.now();
        return { anchor: { mediaMs: getMediaTime(context, true, wallMs), wallMs } };
      }),
      jump: assign(({ context, event }, { isPlaying }: { isPlaying: boolean }) => {
        const wallMs = port.now();
        return { anchor: { mediaMs: getJumpTarget(context, event, isPlaying, wallMs), wallMs } };
      }),
      finish: assign(({ context: { range } }) => ({
        anchor: { mediaMs: range.toMs, wallMs: port.now() },
      })),
      setRate: assign((_, rate: PlaybackRate) => ({ rate })),
      align: assign(({ context }, compare: boolean) => {
        const range = getRange({ ...context, compare });
        const { mediaMs, wallMs } = context.anchor;
        return { compare, range, anchor: { mediaMs: clampTo(range, mediaMs), wallMs } };
      }),
      setSmooth: assign((_, smooth: boolean) => ({ smooth })),
      resumeLater: assign({ resumes: true }),
      stayPaused: assign({ resumes: false }),
    },
    guards: {
      hasTrack: (_, loads: readonly FlightLoad<Track>[]) => loads.some((load) => "track" in load),
      canRetry: ({ context: { tracks, failures } }) =>
        Object.keys(tracks).length > 0 && Object.keys(failures).length > 0,
      canCompare: ({ context: { tracks, compare } }, wanted: boolean) =>
        Object.keys(tracks).length > 1 && compare !== wanted,
      isOtherRate: ({ context }, rate: PlaybackRate) => rate !== context.rate,
      reachesEnd: ({ context, event }, { isPlaying }: { isPlaying: boolean }) =>
        getJumpTarget(context, event, isPlaying, port.now()) >= context.range.toMs,
      isOver: ({ context: { anchor, range } }) => anchor.mediaMs >= range.toMs,
      resumes: ({ context }) => context.resumes,
    },
    delays: {
      untilEnd: ({ context: { anchor, range, rate } }) =>
        Math.min(maxDelayMs, Math.ceil((range.toMs - anchor.mediaMs) / rate)),
    },
  }).createMachine({
    id: "playback",
    type: "parallel",
    context: {
      keys: [],
      tracks: {},
      failures: {},
      anchor: { mediaMs: 0, wallMs: 0 },
      rate: 1,
      range: { fromMs: 0, toMs: 0 },
      compare: false,
      smooth: true,
      wanted: { startAt: null, compare: null },
      resumes: false,
    },
    on: {
      "smoothing.choose": { actions: { type: "setSmooth", params: ({ event }) => event.smooth } },
    },
    states: {
      player: {
        initial: "idle",
        on: {
          "flights.open": {
            target: ".loading",
            actions: { type: "open", params: ({ event }) => event },
          },
        },
        states: {
          idle: {},
          loading: {
            tags: "loading",
            invoke: {
              id: "load",
              src: "load",
              input: ({ context: { keys } }) => ({ keys }),
              onDone: [
                {
                  guard: { type: "hasTrack", params: ({ event }) => event.output },
                  target: "ready",
                  actions: { type: "setLoaded", params: ({ event }) => event.output },
                },
                {
                  target: "failed",
                  actions: { type: "setLoaded", params: ({ event }) => event.output },
                },
              ],
              onError: {
                target: "failed",
                actions: { type: "setLoadError", params: ({ event }) => toErrorInfo(event.error) },
              },
            },
          },
          failed: { tags: "failed", on: { "flights.retry": "loading" } },
          ready: {
            tags: "ready",
            initial: "paused",
            on: {
              "rate.choose": {
                guard: { type: "isOtherRate", params: ({ event }) => event.rate },
                actions: { type: "setRate", params: ({ event }) => event.rate },
              },
              "compare.choose": {
                guard: { type: "canCompare", params: ({ event }) => event.compare },
                target: ".paused",
                actions: { type: "align", params: ({ event }) => event.compare },
              },
            },
            states: {
              paused: {
                on: {
                  ...createJumps("paused"),
                  "player.play": { target: "playing", actions: "start" },
                  "player.toggle": { target: "playing", actions: "start" },
                  "scrub.start": { target: "scrubbing", actions: "stayPaused" },
                },
              },
              playing: {
                tags: "playing",
                after: { untilEnd: { target: "ended", actions: "finish" } },
                on: {
                  ...createJumps("playing"),
                  "player.pause": { target: "paused", actions: "freeze" },
                  "player.toggle": { target: "paused", actions: "freeze" },
                  "scrub.start": { target: "scrubbing", actions: ["freeze", "resumeLater"] },
                  "rate.choose": {
                    guard: { type: "isOtherRate", params: ({ event }) => event.rate },
                    target: "playing",
                    reenter: true,
                    actions: ["freeze", { type: "setRate", params: ({ event }) => event.rate }],
                  },
                  "compare.choose": {
                    guard: { type: "canCompare", params: ({ event }) => event.compare },
                    target: "paused",
                    actions: ["freeze", { type: "align", params: ({ event }) => event.compare }],
                  },
                  "flights.added": { target: "playing", reenter: true, actions: "freeze" },
                },
              },
              ended: {
                on: {
                  ...createJumps("paused"),
                  "player.play": { target: "playing", actions: "start" },
                  "player.toggle": { target: "playing", actions: "start" },
                  "scrub.start": { target: "scrubbing", actions: "stayPaused" },
                },
              },
              scrubbing: {
                on: {
                  "scrub.move": { actions: { type: "jump", params: { isPlaying: false } } },
                  "player.pause": "paused",
                  "scrub.end": [
                    { guard: "isOver", target: "ended" },
                    { guard: "resumes", target: "playing", actions: "start" },
                    { target: "paused" },
                  ],
                },
              },
            },
          },
        },
      },
      /** Loads again what did not come, while the rest plays. */
      missing: {
        initial: "idle",
        on: { "flights.open": ".idle" },
        states: {
          idle: { on: { "flights.retry": { guard: "canRetry", target: "loading" } } },
          loading: {
            tags: "retrying",
            invoke: {
              id: "reload",
              src: "load",
              input: ({ context: { failures } }) => ({ keys: Object.keys(failures) }),
              onDone: {
                target: "idle",
                actions: [
                  { type: "addLoaded", params: ({ event }) => event.output },
                  raise({ type: "flights.added" }),
                ],
              },
              onError: "idle",
            },
          },
        },
      },
    },
  });
