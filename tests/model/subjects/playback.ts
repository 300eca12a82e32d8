import { playbackMachine } from "../../../machines/playback.machine.ts";
import type { PlaybackContext, TrackBounds } from "../../../machines/playbackPort.ts";
import { defineSubject } from "../defineSubject.ts";
import { playbackExpectation } from "../expect/playback.ts";

interface Track extends TrackBounds {
  readonly name: string;
}
type Context = PlaybackContext<Track>;

const trackA: Track = { name: "a", startMs: 100_000, takeoffMs: 110_000, endMs: 220_000 };
const trackB: Track = { name: "b", startMs: 160_000, takeoffMs: 180_000, endMs: 400_000 };
const farB: Track = { name: "far b", startMs: 8_000_000, takeoffMs: 8_010_000, endMs: 8_100_000 };
const a = { key: "a", track: trackA };
const b = { key: "b", track: trackB };

const formatError = ([key, { kind }]: readonly [string, { readonly kind: string }]) => `${key} ${kind}`;

/** A playback of two flights with pending calls. */
export const playbackSubject = defineSubject({
  name: "playback",
  expectation: playbackExpectation,
  build: (environment) => ({
    machine: playbackMachine<Track>({
      now: environment.now,
      load: (keys, signal) =>
        environment.call(keys.length > 1 ? "load" : "reload", `loads ${keys.join(" ")}`, signal),
    }),
  }),
  observe: (context: Context) => ({
    keys: context.keys.join(" "),
    tracks: Object.values(context.tracks)
      .map(({ name }) => name)
      .join(" "),
    failures: Object.entries(context.failures).map(formatError).join(", "),
    media: context.anchor.mediaMs,
    wall: context.anchor.wallMs,
    rate: context.rate,
    from: context.range.fromMs,
    to: context.range.toMs,
    compare: context.compare,
    smooth: context.smooth,
    wanted: `${context.wanted.startAt} ${context.wanted.compare}`,
    resumes: context.resumes,
  }),
  key: (snapshot) => [
    Object.values((snapshot.context as Context).tracks).map(({ name }) => name),
    Object.keys(snapshot.context.failures),
    snapshot.context.compare,
    snapshot.context.rate,
    snapshot.matches({ player: "loading" }) && snapshot.context.wanted.compare,
    snapshot.matches({ player: { ready: "scrubbing" } }) && snapshot.context.resumes,
    snapshot.context.anchor.mediaMs >= snapshot.context.range.toMs,
  ],
  shouldExplore: ({ context }, { label }) =>
    !/positions/.test(label) &&
    (!/times as fast/.test(label) || (context.wanted.compare === null && !context.compare)),
  stimuli: [
    {
      label: "a and b are opened",
      event: { type: "flights.open", keys: ["a", "b"], startAt: null, rate: 1, compare: null },
    },
    {
      label: "a and b are opened at 150 s, twice as fast, not compared",
      event: { type: "flights.open", keys: ["a", "b"], startAt: 150_000, rate: 2, compare: false },
    },
    { label: "a and b come", event: { type: "xstate.done.actor.load", output: [a, b] } },
    {
      label: "a and a far b come",
      event: { type: "xstate.done.actor.load", output: [a, { key: "b", track: farB }] },
    },
    {
      label: "a comes, b fails",
      event: {
        type: "xstate.done.actor.load",
        output: [{ key: "b", error: { kind: "offline", message: "" } }, a],
      },
    },
    {
      label: "none comes",
      event: {
        type: "xstate.done.actor.load",
        output: [
          { key: "a", error: { kind: "noTrack", message: "" } },
          { key: "b", error: { kind: "offline", message: "" } },
        ],
      },
    },
    {
      label: "the load breaks",
      event: { type: "xstate.error.actor.load", error: { kind: "contract", message: "" } },
    },
    { label: "b comes after all", event: { type: "xstate.done.actor.reload", output: [b] } },
    {
      label: "b fails again",
      event: {
        type: "xstate.done.actor.reload",
        output: [{ key: "b", error: { kind: "timeout", message: "" } }],
      },
    },
    {
      label: "the retry breaks",
      event: { type: "xstate.error.actor.reload", error: { kind: "contract", message: "" } },
    },
    { label: "retry", event: { type: "flights.retry" } },
    { label: "play", event: { type: "player.play" } },
    { label: "pause", event: { type: "player.pause" } },
    { label: "space", event: { type: "player.toggle" } },
    { label: "seek 150 s", event: { type: "time.seek", ms: 150_000 } },
    { label: "seek 0 s", event: { type: "time.seek", ms: 0 } },
    { label: "seek 900 s", event: { type: "time.seek", ms: 900_000 } },
    { label: "600 s on", event: { type: "time.step", ms: 600_000 } },
    { label: "5 s back", event: { type: "time.step", ms: -5_000 } },
    { label: "home", event: { type: "time.home" } },
    { label: "end", event: { type: "time.end" } },
    { label: "32 times as fast", event: { type: "rate.choose", rate: 32 } },
    { label: "1 times as fast", event: { type: "rate.choose", rate: 1 } },
    { label: "scrubbing starts", event: { type: "scrub.start" } },
    { label: "scrubbed to 200 s", event: { type: "scrub.move", ms: 200_000 } },
    { label: "scrubbed to 9000 s", event: { type: "scrub.move", ms: 9_000_000 } },
    { label: "scrubbing ends", event: { type: "scrub.end" } },
    { label: "compare", event: { type: "compare.choose", compare: true } },
    { label: "compare no more", event: { type: "compare.choose", compare: false } },
    { label: "raw positions", event: { type: "smoothing.choose", smooth: false } },
    { label: "smooth positions", event: { type: "smoothing.choose", smooth: true } },
  ],
  invariant: ({ at, seen }) =>
    at.includes("ready") && (Number(seen.media) < Number(seen.from) || Number(seen.media) > Number(seen.to))
      ? "the time is outside of the flights"
      : null,
});
