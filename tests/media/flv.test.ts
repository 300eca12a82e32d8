import { afterEach, describe, expect, test } from "vitest";
import { loadClip } from "../../server/media/clips.ts";
import { createFlvChannel, encodeFlvHead, encodeFrame } from "../../server/media/flvChannel.ts";
import { createFlvEdge, type FlvEdge, type FlvViewer, flvLimits } from "../../server/media/flvEdge.ts";
import { readFlvTags } from "./readFlv.ts";

const road = loadClip("road");
/** A whole loop of 16 s after the epoch. */
const loopStart = Date.parse("2026-01-01T00:00:16.000Z");

test("the head has a video-only header, the picture's size and the decoder's configuration", () => {
  const head = encodeFlvHead(road);
  expect(head.subarray(0, 13)).toEqual(Buffer.from("464c5601010000000900000000", "hex"));
  const [script, config, ...others] = readFlvTags(head);
  expect(others).toEqual([]);
  expect(script).toMatchObject({ type: "script", timestamp: 0 });
  expect(script?.bytes.toString("latin1")).toContain("onMetaData");
  expect(config).toMatchObject({ isKey: true, isConfig: true });
  expect(config?.bytes.subarray(5)).toEqual(road.decoderConfig);
});

test("a timestamp beyond 24 bits goes on in the fourth byte", () => {
  const [frame] = road.groups[0]?.frames ?? [];
  if (!frame) throw new Error("The clip is empty");
  expect(readFlvTags(encodeFrame(frame, 16_777_256), 0)[0]?.timestamp).toBe(16_777_256);
});

describe("a channel", () => {
  test("has ascending timestamps, 40 ms apart, over two ends of the clip", () => {
    const channel = createFlvChannel(road, 0, loopStart + 500);
    const parts: Buffer[] = [];
    for (let ms = 500; ms <= 33_000; ms += 100) {
      const chunk = channel.advance(loopStart + ms);
      if (chunk) parts.push(chunk.bytes);
    }
    const tags = readFlvTags(Buffer.concat(parts), 0);
    expect(tags.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: tags.length }, (_, index) => index * 40),
    );
    // It began at the key frame at 0 s; the picture at 33.0 s is the last one.
    expect(tags.at(-1)?.timestamp).toBe(33_000);
    expect(tags.flatMap(({ isKey, timestamp }) => (isKey ? [timestamp] : [])).slice(0, 10)).toEqual([
      0, 2_000, 4_000, 6_000, 8_000, 10_000, 12_000, 14_000, 16_000, 18_000,
    ]);
    // After 16 s the pictures are those of the start again.
    expect(tags[400]?.bytes).toEqual(tags[0]?.bytes);
    expect(tags[401]?.bytes).toEqual(tags[1]?.bytes);
  });

  test("names the first key frame of a chunk", () => {
    const channel = createFlvChannel(road, 0, loopStart);
    expect(channel.advance(loopStart + 1_900)).toMatchObject({ keyAt: 0 });
    expect(channel.advance(loopStart + 1_960)).toMatchObject({ keyAt: -1 });
    const chunk = channel.advance(loopStart + 2_080);
    expect(readFlvTags(chunk?.bytes ?? Buffer.alloc(0), 0).map(({ isKey }) => isKey)).toEqual([
      true,
      false,
      false,
    ]);
    expect(chunk?.keyAt).toBe(0);
    channel.advance(loopStart + 3_920);
    const over = channel.advance(loopStart + 4_000);
    expect(readFlvTags(over?.bytes ?? Buffer.alloc(0), 0).map(({ isKey }) => isKey)).toEqual([false, true]);
    expect(readFlvTags(over?.bytes ?? Buffer.alloc(0), over?.keyAt)[0]?.isKey).toBe(true);
    expect(channel.advance(loopStart + 4_010)).toBeNull();
  });

  test("opens with the head and all pictures since the last key frame", () => {
    const channel = createFlvChannel(road, 0, loopStart);
    channel.advance(loopStart + 3_000);
    const tags = readFlvTags(channel.createOpening()).slice(2);
    expect(tags[0]).toMatchObject({ isKey: true, timestamp: 2_000 });
    expect(tags.at(-1)?.timestamp).toBe(3_000);
    expect(tags).toHaveLength(26);
  });

  test("leaves out the pictures of a stall, and goes on with a key frame at the right time", () => {
    const channel = createFlvChannel(road, 0, loopStart);
    channel.advance(loopStart + 1_000);
    const tags = readFlvTags(channel.advance(loopStart + 61_000)?.bytes ?? Buffer.alloc(0), 0);
    expect(tags[0]).toMatchObject({ isKey: true, timestamp: 60_000 });
    expect(tags.at(-1)?.timestamp).toBe(61_000);
  });

  test("starts elsewhere in the clip by its phase", () => {
    const [plain, shifted] = [0, 2].map((phase) => createFlvChannel(road, phase, loopStart));
    plain?.advance(loopStart);
    shifted?.advance(loopStart);
    const first = (opening: Buffer | undefined) =>
      readFlvTags(opening ?? Buffer.alloc(0))[2]?.bytes.subarray(5);
    expect(first(plain?.createOpening())).toEqual(road.groups[0]?.frames[0]?.bytes);
    expect(first(shifted?.createOpening())).toEqual(road.groups[2]?.frames[0]?.bytes);
  });
});

/** A connection that takes nothing until its client reads. */
function createViewer() {
  const state = { received: Buffer.alloc(0), unread: 0, isEnded: false, isReading: true };
  const viewer: FlvViewer = {
    write: (bytes) => {
      state.received = Buffer.concat([state.received, bytes]);
      if (!state.isReading) state.unread += bytes.length;
    },
    getPendingBytes: () => state.unread,
    end: () => {
      state.isEnded = true;
    },
  };
  return { state, viewer };
}

describe("the edge", () => {
  let now = loopStart;
  let edge: FlvEdge | null = null;
  afterEach(() => {
    edge?.stop();
    now = loopStart;
  });
  const open = () => {
    edge = createFlvEdge(() => now);
    return edge;
  };
  const run = (running: FlvEdge, seconds: number) => {
    for (let tick = 0; tick < seconds * 10; tick++) {
      now += 100;
      running.tick();
    }
  };
  const picture = { key: "road", clip: road, phase: 0 };

  test("gives all viewers of a picture the same bytes, later ones from the last key frame", () => {
    const running = open();
    const [early, late] = [createViewer(), createViewer()];
    running.watch(picture, early.viewer);
    run(running, 3);
    running.watch(picture, late.viewer);
    const opening = late.state.received.length;
    const seen = early.state.received.length;
    run(running, 20);
    expect(late.state.received.subarray(opening)).toEqual(early.state.received.subarray(seen));
    const times = readFlvTags(late.state.received)
      .slice(2)
      .map(({ timestamp }) => timestamp);
    expect(times[0]).toBe(2_000);
    expect(times).toEqual(times.map((_, index) => 2_000 + index * 40));
  });

  test("a slow viewer holds a bounded backlog, and goes on with a key frame once it reads", () => {
    const running = open();
    const slow = createViewer();
    running.watch(picture, slow.viewer);
    slow.state.isReading = false;
    slow.state.unread = flvLimits.maxPendingBytes + 1;
    const before = slow.state.received.length;
    run(running, 15);
    expect(slow.state.received.length).toBe(before);
    slow.state.isReading = true;
    slow.state.unread = 0;
    run(running, 3);
    const resumed = readFlvTags(slow.state.received.subarray(before), 0);
    expect(resumed[0]).toMatchObject({ isKey: true });
    expect(resumed[0]?.timestamp).toBeGreaterThan(15_000);
    expect(slow.state.isEnded).toBe(false);
  });

  test("a viewer that never catches up is ended after 30 s", () => {
    const running = open();
    const frozen = createViewer();
    running.watch(picture, frozen.viewer);
    frozen.state.isReading = false;
    frozen.state.unread = flvLimits.maxPendingBytes + 1;
    run(running, 30);
    expect(frozen.state.isEnded).toBe(false);
    run(running, 1);
    expect(frozen.state.isEnded).toBe(true);
    expect(running.countViewers()).toBe(0);
  });

  test("refuses more viewers than it can serve, and takes one when another leaves", () => {
    const running = open();
    const leave = Array.from({ length: 300 }, () => running.watch(picture, createViewer().viewer));
    expect(running.countViewers()).toBe(300);
    expect(running.watch(picture, createViewer().viewer)).toBeNull();
    leave[0]?.();
    leave[0]?.();
    expect(running.countViewers()).toBe(299);
    expect(running.watch(picture, createViewer().viewer)).not.toBeNull();
  });
});
