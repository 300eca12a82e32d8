import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { PulledStream } from "../../adapters/contract/video.ts";
import { screens } from "../../server/db/schema/screen.ts";
import { signRecordingAddress, signStreamAddress } from "../../server/media/mediaAddresses.ts";
import { createTestPlatform, openSession, type TestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "../live/flightFactory.ts";
import { createScreenFactory } from "./createScreenFactory.ts";

const expired = { state: -1, message: "视频地址已失效，请重新打开视频", data: null };
const revoked = "屏幕已停用，请联系运维";

/** A platform with a port, flights and screens. */
async function startPlatform(env: Readonly<Record<string, string>> = {}) {
  const ctx = await createTestPlatform({ env });
  await ctx.app.listen({ host: "127.0.0.1", port: 0 });
  const origin = `http://127.0.0.1:${(ctx.app.server.address() as AddressInfo).port}`;
  const flights = await createFlightFactory(ctx);
  const company = await flights.createCompany();
  const get = (url: string, cookie?: string) =>
    ctx.app.inject({ method: "GET", url, headers: cookie === undefined ? {} : { cookie } });
  return {
    ctx,
    screens: createScreenFactory(ctx),
    get,
    createTask: (fields: Parameters<typeof flights.task>[1] = {}) =>
      flights.task(company, { source: "simulator", status: "running", ...fields }),
    pull: async (cookie: string, taskId: string, mode = "flv") =>
      (await get(`/wall/api/media/pull/${taskId}/${mode}?quality=2`, cookie)).json().data as PulledStream,
    /** Opens a stream; resolves with its first bytes. */
    watchHttp: async (url: string, cookie: string) => {
      const request = http.get(`${origin}${url}`, { headers: { cookie } });
      request.on("error", () => undefined);
      const [response] = (await once(request, "response")) as [IncomingMessage];
      const closed = new Promise((resolve) => response.once("close", resolve));
      response.on("error", () => undefined);
      const [bytes] = (await once(response, "data")) as [Buffer];
      return { closed, bytes };
    },
    watchSocket: async (url: string, cookie: string) => {
      const socket = new WebSocket(`${origin.replace("http", "ws")}${url}`, { headers: { cookie } });
      const closed = once(socket, "close");
      const [bytes] = (await once(socket, "message")) as [Buffer];
      return { socket, closed, bytes };
    },
  };
}
type Platform = Awaited<ReturnType<typeof startPlatform>>;

const isFlv = (bytes: Buffer) => bytes.toString("latin1", 0, 3) === "FLV";

let platform: Platform;
let ctx: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
  ctx = platform.ctx;
});
afterAll(() => ctx.close());

describe("The address of a picture for a screen", () => {
  test("is below /wall, plays there with that screen's cookie, and nowhere else", async () => {
    const { screens: factory, get, pull } = platform;
    const [own, other] = [await factory.make(), await factory.make()];
    const { id } = await platform.createTask();
    const stream = await pull(own.cookie, id, "hls");
    expect(stream).toMatchObject({ mode: "hls", status: "connecting", source: "demo", fallback: ["flv"] });
    expect(stream.url).toMatch(
      new RegExp(`^/wall/media/live/${id}-2/index\\.m3u8\\?expires=\\d+&sign=[\\w-]{43}$`),
    );
    expect((await get(stream.url, own.cookie)).statusCode).toBe(200);

    const ofOther = await get(stream.url, other.cookie);
    expect([ofOther.statusCode, ofOther.json()]).toEqual([403, expired]);
    expect((await get(stream.url)).statusCode).toBe(401);
    expect((await get(stream.url, "wall=nonsense")).statusCode).toBe(401);
    // The console's place knows nothing of screens, and theirs nothing of the console's addresses.
    expect((await get(stream.url.replace("/wall", ""), own.cookie)).statusCode).toBe(403);
    const ofConsole = signStreamAddress(ctx.platform.secretKey, `${id}-2`, "index.m3u8", ctx.clock.now()).url;
    expect((await get(`/wall${ofConsole}`, own.cookie)).statusCode).toBe(403);
  });

  test("names playlists and segments that are bound to the screen too", { tags: "full" }, async () => {
    const { screens: factory, get, pull } = platform;
    const [own, other] = [await factory.make(), await factory.make()];
    const { id } = await platform.createTask();
    const { url } = await pull(own.cookie, id, "hls");
    const folder = url.slice(0, url.lastIndexOf("/") + 1);
    const live = `${folder}${(await get(url, own.cookie)).body.trim().split("\n").at(-1)}`;
    const playlist = await get(live, own.cookie);
    const segment = `${folder}${playlist.body.split("\n").findLast((line) => line.startsWith("seg-"))}`;
    for (const part of [live, segment]) {
      expect((await get(part, own.cookie)).statusCode).toBe(200);
      expect((await get(part, other.cookie)).statusCode).toBe(403);
      expect((await get(part)).statusCode).toBe(401);
      expect((await get(part.replace("/wall", ""))).statusCode).toBe(403);
    }
    await factory.revoke(own);
    const after = await get(segment, own.cookie);
    expect([after.statusCode, after.json().message]).toEqual([403, revoked]);
  });

  test("has to be opened within five minutes", { tags: "full" }, async () => {
    const { cookie } = await platform.screens.make();
    const { id } = await platform.createTask();
    const { url } = await platform.pull(cookie, id, "hls");
    ctx.clock.advance(5 * 60_000);
    expect((await platform.get(url, cookie)).statusCode).toBe(200);
    ctx.clock.advance(1);
    expect((await platform.get(url, cookie)).json()).toEqual(expired);
  });

  test("is given for flights under way only, and never for recordings", async () => {
    const { cookie } = await platform.screens.make();
    const planned = await platform.createTask({ status: "planned" });
    const finished = await platform.createTask({ status: "finished" });
    expect(await platform.pull(cookie, planned.id)).toMatchObject({ status: "offline", url: "" });
    expect(await platform.pull(cookie, finished.id)).toMatchObject({ status: "ended", url: "" });
    expect((await platform.get(`/wall/api/task/history/video/${finished.id}`, cookie)).statusCode).toBe(404);
    const recorded = signRecordingAddress(
      ctx.platform.secretKey,
      { scene: "road", durationS: 20 },
      ctx.clock.now(),
    ).url;
    expect((await platform.get(`/wall${recorded}`, cookie)).statusCode).toBe(404);
  });

  test("is given to screens that are in use, to no session of the console", async () => {
    const { screens: factory, get } = platform;
    const screen = await factory.make();
    const { id } = await platform.createTask();
    const url = `/wall/api/media/pull/${id}/flv`;
    const admin = await openSession(ctx.platform, ctx.staff.admin.id);
    expect((await ctx.app.inject({ method: "GET", url, headers: admin })).statusCode).toBe(401);
    expect((await get(url)).statusCode).toBe(401);
    await factory.revoke(screen);
    const after = await get(url, screen.cookie);
    expect([after.statusCode, after.json().message]).toEqual([403, revoked]);
  });
});

describe("A stream of a screen", () => {
  test("ends at once when the screen is revoked; those of other screens play on", async () => {
    const { screens: factory, pull, watchHttp, watchSocket } = platform;
    const [own, other] = [await factory.make(), await factory.make()];
    const { id } = await platform.createTask();
    const { url, wsUrl } = await pull(own.cookie, id);
    expect(wsUrl).toBe(url);
    const overHttp = await watchHttp(url, own.cookie);
    const overSocket = await watchSocket(url, own.cookie);
    const ofOther = await watchSocket((await pull(other.cookie, id)).url, other.cookie);
    expect([overHttp.bytes, overSocket.bytes, ofOther.bytes].map(isFlv)).toEqual([true, true, true]);

    await factory.revoke(own);
    await Promise.all([overHttp.closed, overSocket.closed]);
    await once(ofOther.socket, "message");
    expect(ofOther.socket.readyState).toBe(WebSocket.OPEN);
    ofOther.socket.close();

    // The same address, before it expires.
    const again = await platform.get(url, own.cookie);
    expect([again.statusCode, again.json().message]).toEqual([403, revoked]);
    const socket = new WebSocket(`ws://127.0.0.1:${(ctx.app.server.address() as AddressInfo).port}${url}`, {
      headers: { cookie: own.cookie },
    });
    const [error] = (await once(socket, "error")) as [Error];
    expect(error.message).toContain("403");
  });

  test("ends within a minute if the message of the revocation is lost", { tags: "full" }, async () => {
    const { id: screenId, cookie } = await platform.screens.make();
    const { id } = await platform.createTask();
    const { socket, closed } = await platform.watchSocket((await platform.pull(cookie, id)).url, cookie);
    await ctx.db.update(screens).set({ revokedAt: ctx.clock.now() }).where(eq(screens.id, screenId));
    ctx.clock.advance(50_000);
    for (let part = 0; part < 3; part++) await once(socket, "message");
    expect(socket.readyState).toBe(WebSocket.OPEN);
    ctx.clock.advance(10_000);
    await closed;
  });
});

describe("The picture of a device", () => {
  /** A video server that sends a number every 50 ms to whoever asks for `SN-1`. */
  async function startVideoServer() {
    const asked: string[] = [];
    const ended: string[] = [];
    const server = http.createServer((request, response) => {
      const url = request.url ?? "";
      asked.push(url);
      response.on("close", () => ended.push(url));
      if (!url.startsWith("/live/SN-1.flv")) {
        response.writeHead(403).end();
        return;
      }
      let count = 0;
      const timer = setInterval(() => response.write(`[${++count}]`), 50);
      response.on("close", () => clearInterval(timer));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return {
      host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      asked,
      ended,
      close: () => {
        server.closeAllConnections();
        server.close();
      },
    };
  }
  const key = "edge-key-of-16-characters";

  test("is passed on, so that it is bound to the screen and ends with it", async () => {
    const videoServer = await startVideoServer();
    const device = await startPlatform({ MEDIA_EDGE: "srs", MEDIA_HOST: videoServer.host, MEDIA_KEY: key });
    try {
      const [own, other] = [await device.screens.make(), await device.screens.make()];
      const { id } = await device.createTask({ source: "device", droneSn: "SN-1" });
      const stream = await device.pull(own.cookie, id);
      expect(stream).toMatchObject({
        status: "connecting",
        source: "device",
        fallback: [],
        wsUrl: stream.url,
      });
      expect(stream.url).toMatch(
        new RegExp(`^/wall/media/device/${id}-2/SN-1/stream\\.flv\\?expires=\\d+&sign=[\\w-]{43}$`),
      );
      expect(JSON.stringify(stream)).not.toContain(videoServer.host);
      expect((await device.get(stream.url, other.cookie)).json()).toEqual(expired);
      expect((await device.get(stream.url.replace("SN-1", "SN-2"), own.cookie)).json()).toEqual(expired);
      expect(videoServer.asked).toEqual([]);

      const overSocket = await device.watchSocket(stream.url, own.cookie);
      const overHttp = await device.watchHttp(stream.url, own.cookie);
      expect([overSocket.bytes, overHttp.bytes].map(String)).toEqual(["[1]", "[1]"]);
      // The video server checks what it would check of a console's address.
      expect(videoServer.asked[0]).toMatch(/^\/live\/SN-1\.flv\?expires=1772417100&sign=[\da-f]{64}$/);
      await device.screens.revoke(own);
      await Promise.all([overSocket.closed, overHttp.closed]);
      await expect.poll(() => videoServer.ended).toHaveLength(2);
    } finally {
      await device.ctx.close();
      videoServer.close();
    }
  });

  test("ends where the video server refuses it", { tags: "full" }, async () => {
    const videoServer = await startVideoServer();
    const device = await startPlatform({ MEDIA_EDGE: "srs", MEDIA_HOST: videoServer.host, MEDIA_KEY: key });
    try {
      const { cookie } = await device.screens.make();
      const { id } = await device.createTask({ source: "device", droneSn: "SN-2" });
      const { url } = await device.pull(cookie, id);
      await expect(device.watchHttp(url, cookie)).rejects.toThrow();
      expect(videoServer.asked).toHaveLength(1);
    } finally {
      await device.ctx.close();
      videoServer.close();
    }
  });

  test("is refused with a sentence where the video server has no FLV", { tags: "full" }, async () => {
    const device = await startPlatform({
      MEDIA_EDGE: "mediamtx",
      MEDIA_HOST: "http://media.example.com",
      MEDIA_KEY: key,
    });
    try {
      const { cookie } = await device.screens.make();
      const { id } = await device.createTask({ source: "device", droneSn: "SN-1" });
      for (const mode of ["flv", "hls", "webrtc", "rtmp"])
        expect(await device.pull(cookie, id, mode)).toMatchObject({
          status: "offline",
          url: "",
          fallback: [],
          message: "视频服务没有 FLV 方式，大屏无法显示设备画面；请联系运维人员",
        });
    } finally {
      await device.ctx.close();
    }
  });
});
