import { type Clip, getCodecName, getGroup, stampGroup } from "./clip.ts";

/** Start of all endless streams: every process derives the same playlist from the clock. */
export const streamEpoch = Date.UTC(2026, 0, 1);
const playlistSegments = 6;
/** Segments that left the playlist a moment ago may still be requested. */
const keptSegments = 6;

/** The playlist that names the live playlist, whose address lives longer than its own. */
export function createMasterPlaylist(clip: Clip, liveQuery: string): string {
  const bytes = clip.groups.reduce((sum, group) => sum + group.bytes.length, 0);
  const largest = Math.max(...clip.groups.map((group) => group.bytes.length));
  const toBitRate = (size: number, ms: number) => Math.ceil((size * 8_000) / ms);
  const attributes = [
    `BANDWIDTH=${toBitRate(largest, clip.groupMs)}`,
    `AVERAGE-BANDWIDTH=${toBitRate(bytes, clip.groupMs * clip.groups.length)}`,
    `CODECS="${getCodecName(clip)}"`,
    `RESOLUTION=${clip.width}x${clip.height}`,
    `FRAME-RATE=${(1_000 / clip.frameMs).toFixed(3)}`,
  ];
  return `${[
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    `#EXT-X-STREAM-INF:${attributes.join(",")}`,
    `live.m3u8?${liveQuery}`,
  ].join("\n")}\n`;
}

/** Number of the last segment that is complete at a time, UTC ms. */
const getLastSegment = (clip: Clip, now: number) => Math.floor((now - streamEpoch) / clip.groupMs) - 1;

/**
 * The live playlist at a time, UTC ms: the last segments that are complete.
 * @param query of the segments' addresses
 */
export function createLivePlaylist(clip: Clip, now: number, query: string): string {
  const last = getLastSegment(clip, now);
  const first = last - playlistSegments + 1;
  const seconds = clip.groupMs / 1_000;
  const lines = [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${Math.ceil(seconds)}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    "#EXT-X-INDEPENDENT-SEGMENTS",
    `#EXT-X-MAP:URI="init.mp4?${query}"`,
  ];
  for (let number = first; number <= last; number++)
    lines.push(
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(streamEpoch + number * clip.groupMs).toISOString()}`,
      `#EXTINF:${seconds.toFixed(3)},`,
      `seg-${number}.m4s?${query}`,
    );
  return `${lines.join("\n")}\n`;
}

/** A segment of the endless stream; null where it is over, or not yet complete. */
export function createLiveSegment(clip: Clip, phase: number, number: number, now: number): Buffer | null {
  const last = getLastSegment(clip, now);
  if (number > last || number <= last - playlistSegments - keptSegments) return null;
  return stampGroup(clip, getGroup(clip, number + phase), number);
}
