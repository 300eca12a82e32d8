import { expect, test } from "vitest";
import { getCodecName } from "../../server/media/clip.ts";
import { choosePicture, loadClip, sceneNames } from "../../server/media/clips.ts";
import { createLivePlaylist, createLiveSegment, createMasterPlaylist } from "../../server/media/hls.ts";

const road = loadClip("road");
/** 100.9 s after the epoch of all streams: segment 49 ended at 100 s. */
const now = Date.parse("2026-01-01T00:01:40.900Z");

/** The contents of the first box of a type, by its name in the bytes. */
const after = (bytes: Buffer, type: string) => bytes.subarray(bytes.indexOf(type) + 4);

/** Types of the NAL units of a picture, each behind its length. */
function listNalTypes(bytes: Buffer): number[] {
  const types: number[] = [];
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32BE(at))
    types.push(bytes.readUInt8(at + 4) & 31);
  return types;
}

test("the clips are 16 s loops of 8 groups of 50 pictures, in two sizes", () => {
  expect(sceneNames).toEqual(["solar", "road", "thermal"]);
  for (const scene of sceneNames) {
    const clip = loadClip(scene);
    expect({ ...clip, groups: clip.groups.map(({ frames }) => frames.length) }).toMatchObject({
      width: 640,
      height: 360,
      frameMs: 40,
      groupMs: 2_000,
      groups: [50, 50, 50, 50, 50, 50, 50, 50],
    });
    expect(loadClip(scene, "low")).toMatchObject({ width: 320, height: 180, groupMs: 2_000 });
    expect(getCodecName(clip)).toMatch(/^avc1\.4d40[0-9a-f]{2}$/);
    // NAL units of type 5 are pictures that need no other: the first one of each group.
    for (const { frames } of clip.groups)
      expect(frames.map(({ bytes }) => listNalTypes(bytes).includes(5))).toEqual(
        frames.map((_, index) => index === 0),
      );
  }
});

test("the playlist at a time has the six segments that ended before it", () => {
  const lines = createLivePlaylist(road, now, "q=1").split("\n");
  expect(lines.slice(0, 9)).toEqual([
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-TARGETDURATION:2",
    "#EXT-X-MEDIA-SEQUENCE:44",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    '#EXT-X-MAP:URI="init.mp4?q=1"',
    "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:01:28.000Z",
    "#EXTINF:2.000,",
    "seg-44.m4s?q=1",
  ]);
  expect(lines.slice(-4)).toEqual([
    "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:01:38.000Z",
    "#EXTINF:2.000,",
    "seg-49.m4s?q=1",
    "",
  ]);
  // A moment before the next segment ends nothing changes; then it slides by one.
  expect(createLivePlaylist(road, now + 1_099, "q=1")).toBe(lines.join("\n"));
  expect(createLivePlaylist(road, now + 1_100, "q=1")).toContain("#EXT-X-MEDIA-SEQUENCE:45\n");
});

test("the master playlist names size, codec and the live playlist", () => {
  const text = createMasterPlaylist(road, "expires=1&sign=x");
  expect(text).toMatch(
    /^#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-STREAM-INF:BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,CODECS="avc1\.4d40[0-9a-f]{2}",RESOLUTION=640x360,FRAME-RATE=25\.000\nlive\.m3u8\?expires=1&sign=x\n$/,
  );
});

test("a segment has the number and the time of its place in the endless stream", () => {
  const segment = createLiveSegment(road, 0, 49, now);
  if (!segment) throw new Error("There is no segment");
  // 49 segments of 2 s at 12,800 ticks a second.
  expect(after(segment, "tfdt").readBigUInt64BE(4)).toBe(1_254_400n);
  expect(after(segment, "mfhd").readUInt32BE(4)).toBe(50);
  // The pictures are those of group 49 mod 8, untouched.
  expect(after(segment, "mdat").equals(after(road.groups[1]?.bytes ?? Buffer.alloc(0), "mdat"))).toBe(true);
  // The clip itself keeps its own time.
  expect(after(road.groups[1]?.bytes ?? Buffer.alloc(0), "tfdt").readBigUInt64BE(4)).toBe(25_600n);
});

test("the phase moves the pictures, not the times", () => {
  const shifted = createLiveSegment(road, 3, 49, now);
  if (!shifted) throw new Error("There is no segment");
  expect(after(shifted, "tfdt").readBigUInt64BE(4)).toBe(1_254_400n);
  expect(after(shifted, "mdat").equals(after(road.groups[4]?.bytes ?? Buffer.alloc(0), "mdat"))).toBe(true);
});

test("segments to come and segments long gone are not served", () => {
  expect(createLiveSegment(road, 0, 50, now)).toBeNull();
  expect(createLiveSegment(road, 0, 38, now)).not.toBeNull();
  expect(createLiveSegment(road, 0, 37, now)).toBeNull();
});

test("a task always has the same picture, and tasks differ", () => {
  expect(choosePicture("1234567")).toEqual(choosePicture("1234567"));
  const pictures = Array.from({ length: 40 }, (_, index) => choosePicture(`70000000${index}`));
  expect(new Set(pictures.map(({ scene }) => scene)).size).toBe(3);
  expect(new Set(pictures.map(({ scene, phase }) => `${scene} ${phase % 8}`)).size).toBeGreaterThan(15);
  for (const { scene, lens } of pictures) expect(lens).toBe(scene === "thermal" ? "ir" : "wide");
});
