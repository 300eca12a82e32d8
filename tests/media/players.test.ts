import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { signRecordingAddress } from "../../server/media/mediaAddresses.ts";
import { serveFlvWithSound } from "./flvWithSound.ts";
import { servePlayerPage } from "./servePlayerPage.ts";

/** Long enough to pass the end of the clip, which is 16 s long, wherever it began. */
const overTheLoopS = 17;

const players = servePlayerPage();
const { sign, read, expectMoving } = players;

/** Runs in a page: answers an offer with a moving picture, as a video server does. */
async function answerOffer(sdp: string): Promise<string> {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  let step = 0;
  setInterval(() => {
    if (document.title === "still") return;
    if (pen) pen.fillStyle = `rgb(${(step += 5) % 256} 80 80)`;
    pen?.fillRect(0, 0, canvas.width, canvas.height);
  }, 40);
  const connection = new RTCPeerConnection();
  for (const track of canvas.captureStream(25).getTracks()) connection.addTrack(track);
  await connection.setRemoteDescription({ type: "offer", sdp });
  await connection.setLocalDescription();
  while (connection.iceGatheringState !== "complete") await new Promise((done) => setTimeout(done, 20));
  return connection.localDescription?.sdp ?? "";
}

describe("Chromium plays", () => {
  test("FLV over HTTP, over the end of the clip", { tags: "full" }, async () => {
    const url = sign("1001", "stream.flv");
    await players.page.evaluate((address) => window.playStream({ mode: "flv", url: address }), url);
    const { events, latencyMs } = await expectMoving(overTheLoopS);
    expect(events.slice(0, 2)).toEqual(["data", "first frame"]);
    expect(latencyMs).toBeLessThan(3_000);
    await players.page.evaluate(() => window.stopPlayer());
    const stopped = await read();
    await players.page.waitForTimeout(300);
    expect(await read()).toEqual(stopped);
  });

  test("FLV over a WebSocket", async () => {
    const url = sign("1002", "stream.flv");
    await players.page.evaluate(
      (address) => window.playStream({ mode: "flv", url: address, wsUrl: address }, true),
      url,
    );
    expect((await expectMoving(4)).events.slice(0, 2)).toEqual(["data", "first frame"]);
  });

  test("HLS by itself, as browsers without Media Source Extensions do", { tags: "full" }, async () => {
    const url = sign("1003", "index.m3u8");
    await players.page.evaluate((address) => {
      Reflect.deleteProperty(window, "MediaSource");
      Reflect.deleteProperty(window, "ManagedMediaSource");
      window.playStream({ mode: "hls", url: address });
    }, url);
    const { events } = await expectMoving(overTheLoopS);
    expect(events.slice(0, 2)).toEqual(["data", "first frame"]);
  });

  test("HLS by hls.js, over the end of the clip", { tags: "full" }, async () => {
    const url = sign("1004", "index.m3u8");
    await players.page.evaluate((address) => window.playStream({ mode: "hls", url: address }), url);
    const { events, latencyMs } = await expectMoving(overTheLoopS);
    expect(events.slice(0, 2)).toEqual(["data", "first frame"]);
    // Two segments behind the newest, by the times that the segments carry.
    expect(latencyMs).toBeGreaterThan(1_000);
  });

  test("WebRTC from a fake video server, which it notifies of the end", { tags: "full" }, async () => {
    const sender = await players.page.context().newPage();
    await sender.goto(players.origin);
    const requests: string[] = [];
    await players.page.route("**/whep/**", async (route) => {
      const request = route.request();
      requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
      if (request.method() === "DELETE") return route.fulfill({ status: 200 });
      expect(request.headers()["content-type"]).toBe("application/sdp");
      const body = await sender.evaluate(answerOffer, request.postData() ?? "");
      return route.fulfill({ status: 201, headers: { location: "/whep/session/7" }, body });
    });
    await players.page.evaluate(() => window.playStream({ mode: "webrtc", url: "/whep/DRONE-1?sign=x" }));
    // In either order.
    await expect.poll(async () => (await read()).events.toSorted()).toEqual(["data", "first frame"]);
    const before = await read();
    await expect.poll(async () => (await read()).time).toBeGreaterThan(before.time + 1);
    expect((await read()).frames).toBeGreaterThan(before.frames + 5);
    // A renewed address is only for the next start.
    await players.page.evaluate(() => window.renewPlayer("/whep/DRONE-1?sign=y"));
    await players.page.evaluate(() => window.stopPlayer());
    await expect.poll(() => requests).toEqual(["POST /whep/DRONE-1", "DELETE /whep/session/7"]);
  });

  test("WebRTC whose pictures stop to come is still, until they come again", { tags: "full" }, async () => {
    const sender = await players.page.context().newPage();
    await sender.goto(players.origin);
    await players.page.route("**/whep/**", async (route) => {
      if (route.request().method() === "DELETE") return route.fulfill({ status: 200 });
      const body = await sender.evaluate(answerOffer, route.request().postData() ?? "");
      return route.fulfill({ status: 201, headers: { location: "/whep/session/8" }, body });
    });
    await players.page.evaluate(() => window.playStream({ mode: "webrtc", url: "/whep/DRONE-1?sign=x" }));
    // In either order.
    await expect.poll(async () => (await read()).events.toSorted()).toEqual(["data", "first frame"]);
    await sender.evaluate(() => {
      document.title = "still";
    });
    await expect.poll(async () => (await read()).events.slice(2), { timeout: 15_000 }).toEqual(["stall"]);
    await sender.evaluate(() => {
      document.title = "";
    });
    await expect.poll(async () => (await read()).events.slice(2), { timeout: 15_000 }).toContain("resume");
    await players.page.evaluate(() => window.stopPlayer());
  });

  test("a recording, and any time of it at once", { tags: "full" }, async () => {
    const { url } = signRecordingAddress(
      players.ctx.platform.secretKey,
      { scene: "road", durationS: 1_200 },
      players.ctx.clock.now(),
    );
    const loaded: number[] = [];
    players.page.on("response", (answer) => {
      if (answer.url().includes("/media/recorded/")) loaded.push(answer.status());
    });
    await players.page.evaluate((address) => window.playFile(address, "native"), url);
    await expectMoving(1);
    expect(await players.page.evaluate(() => document.querySelector("video")?.duration)).toBe(1_200);
    expect(await players.page.evaluate(() => window.seek(1_000.5))).toBeCloseTo(1_000.5, 1);
    await expectMoving(1);
    expect(new Set(loaded)).toEqual(new Set([206]));
  });
});

describe("sound of FLV", () => {
  const url = "/media/live/sound/stream.flv";
  const decodedBytes = () =>
    players.page.evaluate(() => {
      const video = document.querySelector("video");
      return video && "webkitAudioDecodedByteCount" in video ? Number(video.webkitAudioDecodedByteCount) : 0;
    });
  const playUnmuted = () =>
    players.page.evaluate((address) => {
      const video = document.querySelector("video");
      if (video) video.muted = false;
      window.playStream({ mode: "flv", url: address });
    }, url);
  const isMuted = () => players.page.evaluate(() => document.querySelector("video")?.muted);
  beforeEach(async () => {
    const edge = await serveFlvWithSound();
    onTestFinished(() => edge[Symbol.dispose]());
    await players.page.route(`**${url}`, (route) => route.continue({ url: edge.url }));
  });

  test("is announced, and left out while it is muted", { tags: "full" }, async () => {
    await players.page.evaluate((address) => window.playStream({ mode: "flv", url: address }), url);
    await expect.poll(async () => (await read()).frames).toBeGreaterThan(5);
    expect((await read()).events.slice(0, 3)).toEqual(["sound", "data", "first frame"]);
    expect(await decodedBytes()).toBe(0);
  });

  test("is heard where it is not muted", { tags: "full" }, async () => {
    await playUnmuted();
    await expect.poll(decodedBytes).toBeGreaterThan(0);
    expect((await read()).frames).toBeGreaterThan(0);
    expect(await isMuted()).toBe(false);
  });

  test("is muted where the browser refuses to start with it", { tags: "full" }, async () => {
    // What is run in the page from here counts as somebody's click.
    await players.page.evaluate(() => {
      const { play } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
        return this.muted ? play.call(this) : Promise.reject(new DOMException("", "NotAllowedError"));
      };
    });
    await playUnmuted();
    await expect.poll(async () => (await read()).frames).toBeGreaterThan(5);
    expect(await isMuted()).toBe(true);
  });
});

test("a stream that has none announces no sound", { tags: "full" }, async () => {
  await players.page.evaluate((url) => window.playStream({ mode: "flv", url }), sign("1005", "stream.flv"));
  const { events } = await expectMoving(1);
  expect(events).toContain("first frame");
  expect(events).not.toContain("sound");
});

test("a WebSocket that still connects is ended without an error", async () => {
  const errors: string[] = [];
  players.page.on("pageerror", ({ message }) => errors.push(message));
  players.page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  const url = sign("1006", "stream.flv");
  const closed = players.page.waitForEvent("websocket").then((socket) => socket.waitForEvent("close"));
  await players.page.evaluate((address) => {
    window.WebSocket = class extends WebSocket {
      constructor(target: string | URL) {
        super(target);
        queueMicrotask(() => window.stopPlayer());
      }
    };
    window.playStream({ mode: "flv", url: address, wsUrl: address }, true);
  }, url);
  await closed;
  await players.page.waitForTimeout(300);
  expect(errors).toEqual([]);
  expect((await read()).events).toEqual([]);
});

test("emits data before a picture that the browser shows first, and once", async () => {
  await players.page.evaluate(() => {
    const { prototype } = HTMLVideoElement;
    const original = prototype.requestVideoFrameCallback;
    prototype.requestVideoFrameCallback = (callback) => {
      prototype.requestVideoFrameCallback = original;
      return window.setTimeout(callback);
    };
  });
  await players.page.evaluate((url) => window.playStream({ mode: "hls", url }), sign("1005", "index.m3u8"));
  await expectMoving(1);
  expect((await read()).events.slice(0, 2)).toEqual(["data", "first frame"]);
  expect((await read()).events.filter((event) => event === "data")).toHaveLength(1);
  await players.page.evaluate(() => window.stopPlayer());
});

test("gives a Chinese reason why it cannot continue", async () => {
  const refused = "/media/live/1-0/stream.flv?expires=1&sign=x";
  await players.page.evaluate((url) => window.playStream({ mode: "flv", url }), refused);
  await expect.poll(async () => (await read()).events).toEqual(["error: 视频流连接中断"]);
  await players.page.evaluate(() => window.stopPlayer());
});

test("shows what to do where the browser lacks what a player needs", async () => {
  await players.page.evaluate(() => Reflect.deleteProperty(window, "RTCPeerConnection"));
  await players.page.evaluate(() => window.playStream({ mode: "webrtc", url: "/whep/DRONE-1?sign=x" }));
  await expect
    .poll(async () => (await read()).events)
    .toEqual(["error: 浏览器不能播放这种视频流，请换一种播放方式或浏览器"]);
  await players.page.evaluate(() => window.stopPlayer());
});
