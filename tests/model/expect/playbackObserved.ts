import type { Rule } from "../createReference.ts";

/** Observed values of the playback; times in ms. */
export interface PlaybackObserved {
  readonly [part: string]: unknown;
  readonly keys: string;
  readonly tracks: string;
  readonly failures: string;
  readonly media: number;
  readonly wall: number;
  readonly rate: number;
  readonly from: number;
  readonly to: number;
  readonly compare: boolean;
  readonly smooth: boolean;
  readonly wanted: string;
  readonly resumes: boolean;
}
export type PlaybackRule = Rule<PlaybackObserved>;

/** Where a playing clock has come to. */
const getRunning = ({ media, wall, rate, to }: PlaybackObserved, now: number) =>
  Math.min(to, media + (now - wall) * rate);
export const freeze = (seen: PlaybackObserved, now: number) => ({ media: getRunning(seen, now), wall: now });
/** From the beginning again where it is over. */
export const start = ({ media, from, to }: PlaybackObserved, now: number) => ({
  media: media >= to ? from : media,
  wall: now,
});

/** A stimulus that moves the time, in a state where it rests or runs; `reach` tells whether it can come to the end. */
export const jump = (
  from: string,
  on: string,
  reach: "never" | "always" | "sometimes",
  getTarget: (seen: PlaybackObserved, media: number) => number,
): PlaybackRule[] => {
  const media = (seen: PlaybackObserved, now: number) =>
    getTarget(seen, from === "ready.playing" ? getRunning(seen, now) : seen.media);
  const sets = (seen: PlaybackObserved, now: number) => ({
    media: Math.max(seen.from, Math.min(seen.to, media(seen, now))),
    wall: now,
  });
  const stays = { from, on, to: from === "ready.playing" ? "ready.playing" : "ready.paused", sets };
  const ends = { from, on, to: "ready.ended", sets };
  if (reach === "never") return [stays];
  if (reach === "always") return [ends];
  return [{ ...ends, if: (seen, now) => media(seen, now) >= seen.to }, stays];
};

const clamp = ({ media }: PlaybackObserved, from: number, to: number) => ({
  from,
  to,
  media: Math.max(from, Math.min(to, media)),
});
/** Flight b takes off 70 s after a; far away, at 8,010 s: compared it lasts until 200 s, before the end of a. */
export const compared = (seen: PlaybackObserved) => ({
  compare: true,
  ...(seen.tracks === "a b" ? clamp(seen, 90_000, 330_000) : clamp(seen, 100_000, 220_000)),
});
export const uncompared = (seen: PlaybackObserved) => ({
  compare: false,
  ...(seen.tracks === "a b" ? clamp(seen, 100_000, 400_000) : clamp(seen, 100_000, 8_100_000)),
});
