import { createHmac } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { type PulledStream, type PullMode, videoCalls } from "../../adapters/contract/video.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { injectCall } from "../helpers/injectCall.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "../live/flightFactory.ts";

const key = "edge-key-of-16-characters";
let ctx: TestPlatform | null = null;
afterEach(async () => {
  await ctx?.close();
  ctx = null;
});

/** The answers for a device's running task by mode, and the task's id. 02:00:00 UTC + 5 min is 1772417100. */
async function pullAll(env: Readonly<Record<string, string>>) {
  ctx = await createTestPlatform({ env });
  const factory = await createFlightFactory(ctx);
  const task = await factory.task(await factory.createCompany(), {
    source: "device",
    status: "running",
    droneSn: "1581F 6Q/8",
  });
  const pull = async (mode: PullMode) => {
    const args = { params: { taskId: task.id, mode }, query: { quality: "3" } };
    const { body } = await injectCall(
      ctx?.app as TestPlatform["app"],
      videoCalls.mediaPull,
      args,
      await (ctx as TestPlatform).loginAs("duty"),
    );
    return body.data as PulledStream;
  };
  return {
    taskId: task.id,
    flv: await pull("flv"),
    hls: await pull("hls"),
    webrtc: await pull("webrtc"),
    rtmp: await pull("rtmp"),
  };
}

const sign = createHmac("sha256", key).update("1581F 6Q/8 1772417100").digest("hex");
const query = `expires=1772417100&sign=${sign}`;
const sn = "1581F%206Q%2F8";

describe("addresses for a device", () => {
  test("of SRS", async () => {
    const { taskId, flv, hls, webrtc, rtmp } = await pullAll({
      MEDIA_EDGE: "srs",
      MEDIA_HOST: "http://media.example.com:8080",
      MEDIA_KEY: key,
    });
    expect(flv).toEqual({
      taskId,
      mode: "flv",
      protocol: "http-flv",
      url: `http://media.example.com:8080/live/${sn}.flv?${query}`,
      playable: true,
      status: "connecting",
      source: "device",
      lens: "wide",
      latencyMs: 800,
      expiresAt: "2026-03-02T02:05:00.000Z",
      fallback: ["hls", "webrtc"],
      message: "",
    });
    expect(hls.url).toBe(`http://media.example.com:8080/live/${sn}.m3u8?${query}`);
    expect(webrtc).toMatchObject({
      protocol: "whep",
      playable: true,
      url: `http://media.example.com:1985/rtc/v1/whep/?app=live&stream=${sn}&${query}`,
    });
    expect(rtmp).toMatchObject({
      protocol: "rtmp",
      playable: false,
      url: `rtmp://media.example.com/live/${sn}?${query}`,
      fallback: ["flv", "hls", "webrtc"],
    });
  });

  test("of ZLMediaKit", { tags: "full" }, async () => {
    const { flv, hls, webrtc, rtmp } = await pullAll({
      MEDIA_EDGE: "zlmediakit",
      MEDIA_HOST: "https://media.example.com",
      MEDIA_KEY: key,
    });
    expect([flv.url, flv.wsUrl, hls.url, webrtc.url, rtmp.url]).toEqual([
      `https://media.example.com/live/${sn}.live.flv?${query}`,
      `wss://media.example.com/live/${sn}.live.flv?${query}`,
      `https://media.example.com/live/${sn}/hls.m3u8?${query}`,
      `https://media.example.com/index/api/whep?app=live&stream=${sn}&${query}`,
      `rtmp://media.example.com/live/${sn}?${query}`,
    ]);
  });

  test("of MediaMTX, which has no FLV", { tags: "full" }, async () => {
    const { flv, hls, webrtc, rtmp } = await pullAll({
      MEDIA_EDGE: "mediamtx",
      MEDIA_HOST: "http://10.0.0.5",
      MEDIA_KEY: key,
    });
    expect(flv).toMatchObject({
      url: "",
      playable: false,
      status: "offline",
      fallback: ["hls", "webrtc"],
      message: "这路画面不提供 FLV 方式，请换一种播放方式",
    });
    expect([hls.url, webrtc.url, rtmp.url]).toEqual([
      `http://10.0.0.5:8888/live/${sn}/index.m3u8?${query}`,
      `http://10.0.0.5:8889/live/${sn}/whep?${query}`,
      `rtmp://10.0.0.5/live/${sn}?${query}`,
    ]);
  });

  test("of own templates, and of a product with one address of its own", async () => {
    const custom = await pullAll({
      MEDIA_EDGE: "custom",
      MEDIA_KEY: key,
      MEDIA_FLV_URL: "https://v.example.com/{taskId}/{droneSn}-{quality}.flv?e={expires}&s={sign}",
    });
    expect(custom.flv.url).toBe(`https://v.example.com/${custom.taskId}/${sn}-3.flv?e=1772417100&s=${sign}`);
    expect(custom.hls).toMatchObject({ url: "", fallback: ["flv"] });
    await ctx?.close();
    const mixed = await pullAll({
      MEDIA_EDGE: "srs",
      MEDIA_HOST: "http://media.example.com",
      MEDIA_KEY: key,
      MEDIA_WHEP_URL: "https://whep.example.com/{droneSn}",
    });
    expect([mixed.flv.url, mixed.webrtc.url]).toEqual([
      `http://media.example.com/live/${sn}.flv?${query}`,
      `https://whep.example.com/${sn}`,
    ]);
  });

  test("may be played by the page: the policy names their origins", async () => {
    await pullAll({
      MEDIA_EDGE: "zlmediakit",
      MEDIA_HOST: "https://media.example.com:8443",
      MEDIA_KEY: key,
    });
    const answer = await ctx?.app.inject({ method: "GET", url: "/config.json" });
    const policy = String(answer?.headers["content-security-policy"]);
    expect(policy).toContain(
      "media-src 'self' blob: https://media.example.com:8443 wss://media.example.com:8443;",
    );
    expect(/connect-src [^;]*/.exec(policy)?.[0]).toContain("wss://media.example.com:8443");
    expect(policy).not.toContain("rtmp:");
  });
});

describe("the configuration of the video server", { tags: "full" }, () => {
  const errors = (env: Readonly<Record<string, string>>) => {
    const read = readSettings(env);
    return "errors" in read ? read.errors : [];
  };
  test.each([
    [
      { MEDIA_HOST: "http://a.example" },
      "MEDIA_EDGE must be set with MEDIA_HOST, MEDIA_KEY or an address template.",
    ],
    [{ MEDIA_EDGE: "srs", MEDIA_KEY: key }, "MEDIA_HOST and MEDIA_KEY must be set with MEDIA_EDGE=srs."],
    [
      { MEDIA_EDGE: "srs", MEDIA_HOST: "http://a.example" },
      "MEDIA_HOST and MEDIA_KEY must be set with MEDIA_EDGE=srs.",
    ],
    [{ MEDIA_EDGE: "custom" }, "MEDIA_EDGE=custom needs at least one address template."],
    [
      { MEDIA_EDGE: "custom", MEDIA_HLS_URL: "http://a.example/{droneSn}?s={sign}" },
      "MEDIA_KEY must be set with templates that contain {sign}.",
    ],
    [{ MEDIA_EDGE: "wowza" }, "MEDIA_EDGE must be srs, zlmediakit, mediamtx or custom."],
    [
      { MEDIA_EDGE: "custom", MEDIA_FLV_URL: "http://a.example/{token}" },
      "MEDIA_FLV_URL must be an address that begins with http:// or https://, as docs/video.md has it.",
    ],
    [
      { MEDIA_EDGE: "custom", MEDIA_RTMP_URL: "http://a.example/{droneSn}" },
      "MEDIA_RTMP_URL must be an address that begins with rtmp:// or rtmps://, as docs/video.md has it.",
    ],
    [
      { MEDIA_EDGE: "srs", MEDIA_HOST: "http://a.example/", MEDIA_KEY: key },
      "MEDIA_HOST must be an address that begins with http:// or https:// and does not end with /.",
    ],
  ])("%o is refused in one line", (env, line) => {
    expect(errors(env)).toEqual([line]);
  });
});
