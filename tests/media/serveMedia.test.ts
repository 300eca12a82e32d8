import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { findRecording, signRecordingAddress, signStreamAddress } from "../../server/media/mediaAddresses.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { readFlvTags } from "./readFlv.ts";

const ctx = await createTestPlatform({ env: { LOG_LEVEL: "debug" } });
await ctx.app.listen({ host: "127.0.0.1", port: 0 });
const origin = `http://127.0.0.1:${(ctx.app.server.address() as AddressInfo).port}`;
afterAll(() => ctx.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  ctx.app.inject({ method: "GET", url, headers });
const sign = (name: string, file: "stream.flv" | "index.m3u8") =>
  signStreamAddress(ctx.platform.secretKey, name, file, ctx.clock.now()).url;
const expired = { state: -1, message: "视频地址已失效，请重新打开视频", data: null };

describe("HLS", () => {
  test("leads from the signed address to playlist, head and segments, which play on for an hour", async () => {
    const master = await get(sign("12345-0", "index.m3u8"));
    expect(master.headers["content-type"]).toBe("application/vnd.apple.mpegurl");
    const liveAddress = `/media/live/12345-0/${master.body.trim().split("\n").at(-1)}`;
    const live = await get(liveAddress);
    expect(live.statusCode).toBe(200);
    expect(live.headers["cache-control"]).toBe("no-store");
    const segments = live.body.split("\n").filter((line) => line.startsWith("seg-"));
    expect(segments).toHaveLength(6);
    const segment = await get(`/media/live/12345-0/${segments.at(-1)}`);
    expect(segment.statusCode).toBe(200);
    expect(segment.rawPayload.toString("latin1", 4, 8)).toBe("moof");
    const [, init] = /URI="([^"]+)"/.exec(live.body) ?? [];
    expect((await get(`/media/live/12345-0/${init}`)).rawPayload.toString("latin1", 4, 8)).toBe("ftyp");

    ctx.clock.advance(30 * 60_000);
    const later = await get(liveAddress);
    expect(later.statusCode).toBe(200);
    expect(later.body).not.toBe(live.body);
    // Its segments end with it: nobody renews the address by watching.
    expect(later.body.match(/seg-\d+\.m4s\?.*/g)?.map((line) => line.split("?")[1])).toEqual(
      Array(6).fill(liveAddress.split("?")[1]),
    );
    // What was live half an hour ago is no more.
    expect((await get(`/media/live/12345-0/${segments.at(-1)}`)).statusCode).toBe(404);
    ctx.clock.advance(31 * 60_000);
    expect((await get(liveAddress)).json()).toEqual(expired);
  });
});

describe("an address that was not signed for this", () => {
  const cases: readonly (readonly [string, (url: string) => string])[] = [
    ["without a signature", (url) => url.split("?")[0] ?? ""],
    ["of another stream", (url) => url.replace("/12345-0/", "/12346-0/")],
    ["of another quality", (url) => url.replace("/12345-0/", "/12345-4/")],
    ["with a later end", (url) => url.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1_000}`)],
    ["with another signature", (url) => url.replace(/sign=.{5}/, "sign=AAAAA")],
    ["with a shorter signature", (url) => url.slice(0, -1)],
    ["with a list of signatures", (url) => `${url}&sign=x`],
  ];
  test.each(cases)("%s is refused", async (_, change) => {
    for (const file of ["index.m3u8", "stream.flv"] as const) {
      const answer = await get(change(sign("12345-0", file)));
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toEqual(expired);
    }
  });

  test("is refused too once it has expired, on every path", async () => {
    const [flv, hls] = [sign("12345-0", "stream.flv"), sign("12345-0", "index.m3u8")];
    const recorded = signRecordingAddress(
      ctx.platform.secretKey,
      { scene: "road", durationS: 20 },
      ctx.clock.now(),
    ).url;
    ctx.clock.advance(5 * 60_000);
    expect((await get(hls)).statusCode).toBe(200);
    ctx.clock.advance(1);
    for (const url of [flv, hls]) expect((await get(url)).json()).toEqual(expired);
    expect((await get(recorded, { range: "bytes=0-9" })).statusCode).toBe(206);
    ctx.clock.advance(55 * 60_000);
    expect((await get(recorded)).json()).toEqual(expired);
  });

  test("to be opened does not name segments, and the other way round", async () => {
    const query = sign("12345-0", "index.m3u8").split("?")[1];
    for (const part of ["live.m3u8", "init.mp4"])
      expect((await get(`/media/live/12345-0/${part}?${query}`)).statusCode).toBe(403);
    const master = await get(sign("12345-0", "index.m3u8"));
    const watchQuery = master.body.trim().split("?").at(-1);
    for (const file of ["index.m3u8", "stream.flv"])
      expect((await get(`/media/live/12345-0/${file}?${watchQuery}`)).statusCode).toBe(403);
    expect((await get(`/media/live/12345-0/live.m3u8?${watchQuery}`)).statusCode).toBe(200);
    expect((await get(`/media/live/12345-0/other.txt?${watchQuery}`)).statusCode).toBe(404);
    // Unknown paths are no page of the console.
    expect((await get("/media/nothing")).statusCode).toBe(404);
  });
});

/** The first second of pictures over HTTP. */
async function readHttp(url: string): Promise<{ headers: http.IncomingHttpHeaders; bytes: Buffer }> {
  const request = http.get(`${origin}${url}`);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) {
    parts.push(part as Buffer);
    if ((readFlvTags(Buffer.concat(parts)).at(-1)?.timestamp ?? 0) > 1_500) break;
  }
  request.destroy();
  return { headers: response.headers, bytes: Buffer.concat(parts) };
}

const expectPictures = (bytes: Buffer) => {
  const [script, config, first, ...others] = readFlvTags(bytes);
  expect(script?.type).toBe("script");
  expect(config?.isConfig).toBe(true);
  expect(first).toMatchObject({ isKey: true, isConfig: false });
  const times = [first, ...others].map((tag) => tag?.timestamp ?? -1);
  expect(times).toEqual(times.map((_, index) => (times[0] ?? 0) + index * 40));
  expect(times.length).toBeGreaterThan(30);
};

describe("FLV", () => {
  test("plays over HTTP from a key frame on, with the usual headers", async () => {
    const { headers, bytes } = await readHttp(sign("777-2", "stream.flv"));
    expect(headers).toMatchObject({
      "content-type": "video/x-flv",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(headers["x-request-id"]).toBeDefined();
    expectPictures(bytes);
  });

  test("plays over a WebSocket; without a signature it is refused", async () => {
    const socket = new WebSocket(`${origin.replace("http", "ws")}${sign("777-2", "stream.flv")}`);
    const parts: Buffer[] = [];
    await new Promise<void>((resolve) => {
      socket.on("message", (part: Buffer) => {
        parts.push(part);
        if ((readFlvTags(Buffer.concat(parts)).at(-1)?.timestamp ?? 0) > 1_500) resolve();
      });
    });
    socket.close();
    expectPictures(Buffer.concat(parts));
    const refused = new WebSocket(`${origin.replace("http", "ws")}/media/live/777-2/stream.flv`);
    const [error] = (await once(refused, "error")) as [Error];
    expect(error.message).toContain("403");
  });

  test("plays on after its address has expired, over HTTP and over a WebSocket", async () => {
    const url = sign("778-2", "stream.flv");
    const request = http.get(`${origin}${url}`);
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    const socket = new WebSocket(`${origin.replace("http", "ws")}${url}`);
    await Promise.all([once(response, "data"), once(socket, "message")]);
    ctx.clock.advance(2 * 60 * 60_000);
    expect((await get(url)).statusCode).toBe(403);
    for (let part = 0; part < 5; part++) await Promise.all([once(response, "data"), once(socket, "message")]);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    request.destroy();
    socket.close();
  });

  test("of no stream is a 404", async () => {
    expect((await get(sign("x-1", "stream.flv"))).statusCode).toBe(404);
    expect((await get(sign("12-7", "index.m3u8"))).statusCode).toBe(404);
  });
});

describe("a recording", () => {
  const address = () =>
    signRecordingAddress(ctx.platform.secretKey, { scene: "solar", durationS: 30.2 }, ctx.clock.now()).url;

  test("is sent whole, and in the parts that are asked for", async () => {
    const whole = await get(address());
    expect(whole.statusCode).toBe(200);
    expect(whole.headers).toMatchObject({
      "content-type": "video/mp4",
      "accept-ranges": "bytes",
      "content-length": String(findRecording("solar-31.mp4")?.totalBytes),
    });
    const size = whole.rawPayload.length;
    const part = await get(address(), { range: "bytes=1000-200999" });
    expect(part.statusCode).toBe(206);
    expect(part.headers["content-range"]).toBe(`bytes 1000-200999/${size}`);
    expect(part.rawPayload.equals(whole.rawPayload.subarray(1_000, 201_000))).toBe(true);
    const tail = await get(address(), { range: "bytes=-500" });
    expect(tail.headers["content-range"]).toBe(`bytes ${size - 500}-${size - 1}/${size}`);
    expect(tail.rawPayload.equals(whole.rawPayload.subarray(-500))).toBe(true);
    const beyond = await get(address(), { range: `bytes=${size}-` });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers["content-range"]).toBe(`bytes */${size}`);
  });

  test("of another length is refused with the same signature", async () => {
    expect((await get(address().replace("-31.mp4", "-32.mp4"))).statusCode).toBe(403);
  });
});

test("the log names the paths, and never a signature", async () => {
  const url = sign("4242-0", "index.m3u8");
  await get(url);
  const log = ctx.logLines.join("\n");
  expect(log).toContain("GET /media/live/:name/index.m3u8");
  expect(log).toContain("GET /media/live/:name/stream.flv");
  expect(log).not.toContain("sign=");
  expect(log).not.toContain("expires=");
  expect(log).not.toContain(url.split("sign=")[1]);
});

test("the page may play what the server sends", async () => {
  const policy = String((await get("/config.json")).headers["content-security-policy"]);
  expect(policy).toContain("media-src 'self' blob:;");
});

describe("a stream of a session", () => {
  const open = async (id: string, staffId = `9${id}`) => {
    const viewer = { kind: "session", id, staffId } as const;
    const { secretKey } = ctx.platform;
    const { url } = signStreamAddress(secretKey, "12345-0", "stream.flv", ctx.clock.now(), viewer);
    const socket = new WebSocket(origin.replace("http", "ws") + url);
    await once(socket, "message");
    return { socket, url };
  };

  // G10: who was disabled went on watching.
  test("ends with the session, and neither it nor its playlists and recordings can be opened again", async () => {
    const viewer = { kind: "session", id: "71", staffId: "971" } as const;
    const { socket, url } = await open(viewer.id);
    const other = await open("72");
    const { secretKey } = ctx.platform;
    const hls = signStreamAddress(secretKey, "12345-0", "index.m3u8", ctx.clock.now(), viewer).url;
    const master = await get(hls);
    const live = `/media/live/12345-0/${master.body.trim().split("\n").at(-1)}`;
    expect((await get(live)).statusCode).toBe(200);
    const recording = { scene: "road", durationS: 20 } as const;
    const recorded = signRecordingAddress(secretKey, recording, ctx.clock.now(), viewer).url;
    expect((await get(recorded, { range: "bytes=0-9" })).statusCode).toBe(206);

    const closed = once(socket, "close");
    ctx.platform.bus.publish("session.ended", { sessionId: viewer.id, reason: "unusable" });
    await closed;
    for (const address of [url, hls, live, recorded]) expect((await get(address)).statusCode).toBe(403);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
    other.socket.terminate();
  });

  test("cannot be opened under another session's name", async () => {
    const { url, socket } = await open("73");
    socket.terminate();
    for (const other of ["viewer=74-973&", "viewer=73-974&", "viewer=73&", ""])
      expect([other, (await get(url.replace("viewer=73-973&", other))).statusCode]).toEqual([other, 403]);
  });

  test("is refused beyond twelve of a person, whatever the session, which takes nothing from others", async () => {
    const own = await Promise.all(Array.from({ length: 12 }, (_, nth) => open(nth < 6 ? "75" : "76", "975")));
    const [first] = own;
    expect((await get(first?.url ?? "")).statusCode).toBe(503);
    const others = await open("77");
    first?.socket.terminate();
    const isAdmitted = async () => {
      const socket = new WebSocket(origin.replace("http", "ws") + (first?.url ?? ""));
      const isOpen = await Promise.race([
        once(socket, "message").then(() => true),
        once(socket, "close").then(() => false),
      ]);
      socket.terminate();
      return isOpen;
    };
    await expect.poll(isAdmitted).toBe(true);
    for (const one of [...own, others]) one.socket.terminate();
  });
});
