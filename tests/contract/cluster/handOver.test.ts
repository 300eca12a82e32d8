import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { accessKeyCalls } from "../../../adapters/contract/accessKey.ts";
import { createApp } from "../../../server/app.ts";
import { createLiveService } from "../../../server/createLiveService.ts";
import { accessKeys } from "../../../server/db/schema/accessKey.ts";
import { createSeal } from "../../../server/telemetry/handOver/seal.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import type { SigningKey } from "../../live/createReportedTask.ts";
import {
  createFlightFactory,
  createSample,
  postTelemetry,
  type SigningOverrides,
  signTelemetry,
} from "../../live/flightFactory.ts";
import { createFakeCluster } from "./createFakeCluster.ts";
import { createFakeNats } from "./createFakeNats.ts";

vi.useFakeTimers({ toFake: ["setInterval"] });
const wires = createFakeNats();
let isOwned = true;
const ownerCluster = { ...createFakeCluster(() => isOwned), nats: wires.connect("owner") };
const owner = await createTestPlatform({ cluster: ownerCluster });
/** Another process on the same database, which cannot pass anything on: it knows no address. */
const edgeCluster = { ...createFakeCluster(() => false), processId: 2, nats: wires.connect("edge") };
const edgePlatform = { ...owner.platform, cluster: edgeCluster };
const edgeLive = createLiveService(edgePlatform, 100);
const edge = { ...owner, app: await createApp(edgePlatform, { live: edgeLive }), live: edgeLive };
afterAll(async () => {
  await edge.app.close();
  await owner.close();
  vi.useRealTimers();
});
const factory = await createFlightFactory(owner);

const moves = {
  status: 503,
  retryAfter: "2",
  state: -1,
  message: "实时服务正在切换，请稍后重试",
  data: null,
};

/** The owner says that it takes calls. */
const offer = () => void vi.advanceTimersByTime(1_000);
beforeEach(() => {
  isOwned = true;
  owner.clock.advance(10_000);
  offer();
});

interface Case {
  readonly what: string;
  readonly body: (droneSn: string) => unknown;
  readonly overrides?: SigningOverrides;
  readonly status: number;
}

const sample = (droneSn: string, fields: object = {}) => createSample(owner, droneSn, fields);
const cases: readonly Case[] = [
  { what: "samples", body: (sn) => ({ samples: [sample(sn)] }), status: 200 },
  {
    what: "samples of which some are refused, some have another form",
    body: (sn) => ({
      samples: [
        sample(sn, { wind: 90 }),
        { droneSn: sn, altitude: 3 },
        sample(sn),
        sample("NOT-REGISTERED"),
        1,
        sample(sn, { tSrc: 5 }),
      ],
    }),
    status: 200,
  },
  { what: "no samples", body: () => ({ samples: [] }), status: 400 },
  { what: "something else", body: () => [1], status: 400 },
  { what: "a body that was not signed", body: () => 1, overrides: { sent: '{"samples":' }, status: 401 },
  { what: "no nonce", body: () => 1, overrides: { nonce: "" }, status: 401 },
  { what: "an old time stamp", body: () => 1, overrides: { timestamp: "1" }, status: 401 },
  { what: "a time stamp that is none", body: () => 1, overrides: { timestamp: "now" }, status: 401 },
  { what: "a wrong secret", body: () => 1, overrides: { secret: "no" }, status: 401 },
];

describe.each(cases)("$what", ({ body, overrides, status }) => {
  test("is answered the same by another process, and shown the same on 设备接入", async () => {
    const seen = [];
    for (const at of [owner, edge]) {
      const company = await factory.createCompany();
      const { droneSn } = await factory.task(company);
      const key = await factory.key(company.id);
      const answer = await postTelemetry(at, key, body(droneSn), overrides);
      const { ingestStatus, accessKeyUses } = owner.live;
      const [stored] = await owner.db
        .select()
        .from(accessKeys)
        .where(eq(accessKeys.accessKey, key.accessKey));
      const isOwn = (entry: { readonly companyId: string | null }) => entry.companyId === company.id;
      const hide = JSON.stringify({
        answer,
        devices: [...ingestStatus.listDevices()].filter(isOwn),
        unregistered: ingestStatus.listUnregistered().filter(isOwn),
        bodies: ingestStatus.listInvalidBodies().filter(isOwn),
        failures: ingestStatus.listSignatureFailures().filter(({ accessKey }) => accessKey === key.accessKey),
        use: accessKeyUses.get(stored?.id ?? ""),
      });
      expect(answer.status).toBe(status);
      seen.push(
        [company.id, droneSn, key.accessKey].reduce((text, name) => text.replaceAll(name, "…"), hide),
      );
    }
    expect(seen[1]).toBe(seen[0]);
    expect(seen[0]).toMatch(/"(lastAt|reason|path)"|"failures":\[\].*"use"|签名信息不完整/);
  });
});

async function setup() {
  const company = await factory.createCompany();
  const { droneSn } = await factory.task(company);
  return { droneSn, key: await factory.key(company.id), companyId: company.id };
}

const post = (
  at: typeof edge,
  key: SigningKey,
  droneSn: string,
  fields: object = {},
  overrides?: SigningOverrides,
) => postTelemetry(at, key, { samples: [sample(droneSn, fields)] }, overrides);

test.each([
  ["broken JSON", '{"samples":[', "application/json", "请求内容不是有效的 JSON"],
  ["another type", "samples=1", "application/x-www-form-urlencoded", "请求内容应为 JSON"],
])(
  "A signed body that is %s is refused the same by another process, and its nonce is used",
  async (_what, text, type, message) => {
    const seen = [];
    for (const at of [owner, edge]) {
      const { key, companyId } = await setup();
      const headers = { ...signTelemetry(at, key, text), "content-type": type };
      const send = async () =>
        (await at.app.inject({ method: "POST", url: "/iapi/telemetry", headers, payload: text })).body;
      seen.push([await send(), await send()]);
      expect(
        owner.live.ingestStatus.listInvalidBodies().filter((one) => one.companyId === companyId),
      ).toMatchObject([{ message }]);
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[0]?.map((body) => JSON.parse(body))).toMatchObject([
      { data: { issues: [{ message }] } },
      { message: "请求已被使用过，请更换随机数" },
    ]);
  },
);

test("A nonce is used once, whichever process it comes to", async () => {
  const { key, droneSn } = await setup();
  const statuses = [];
  for (const [at, nonce] of [
    [edge, "nonce-one"],
    [owner, "nonce-one"],
    [owner, "nonce-two"],
    [edge, "nonce-two"],
  ] as const) {
    owner.clock.advance(500);
    const { status, message } = await post(at, key, droneSn, {}, { nonce });
    statuses.push(status === 200 ? status : message);
  }
  const used = "请求已被使用过，请更换随机数";
  expect(statuses).toEqual([200, used, 200, used]);
  expect(owner.live.ingestStatus.listSignatureFailures()[0]).toMatchObject({
    accessKey: key.accessKey,
    reason: "replayed",
    count: 2,
  });
});

test("A key that was revoked is refused at once", async () => {
  const { key, droneSn } = await setup();
  expect((await post(edge, key, droneSn)).status).toBe(200);
  const [stored] = await owner.db.select().from(accessKeys).where(eq(accessKeys.accessKey, key.accessKey));
  const body = { id: stored?.id ?? "", reason: "密钥泄露", requestId: randomUUID() };
  expect((await owner.callAs("admin", accessKeyCalls.accessKeyRevoke, { body })).body.state).toBe(0);
  expect((await post(edge, key, droneSn)).message).toBe("访问密钥已吊销，请换用新的密钥");
});

test("An address that has tried unknown keys at one process is known for it at the other", async () => {
  const { key, droneSn } = await setup();
  for (let n = 0; n < 60; n += 1) await post(owner, { ...key, accessKey: `AKUNKNOWN${n}` }, droneSn);
  vi.advanceTimersByTime(500);
  const lanes: unknown[] = [];
  for (const name of ["priorityDb", "callDb"] as const) {
    const select = vi.spyOn(owner.platform[name], "select").mockImplementation(() => {
      lanes.push(name);
      throw new Error("not read");
    });
    await post(edge, { ...key, accessKey: `AKUNKNOWN-${name}` }, droneSn);
    select.mockRestore();
  }
  expect(lanes).toEqual(["callDb"]);
  owner.errors.length = 0;
});

test("A company's share is one for all processes, and a refused key costs no reading of its bodies", async () => {
  const { key, droneSn, companyId } = await setup();
  const samples = Array.from({ length: 1_500 }, (_, seq) => sample(droneSn, { seq }));
  const statuses = [];
  for (const at of [owner, edge, owner, edge, edge, owner])
    statuses.push((await postTelemetry(at, key, { samples })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  const refused = {
    status: 429,
    state: -1,
    retryAfter: "1",
    message: "样本太多：每架已登记的无人机每秒最多 20 条，请 1 秒后再发",
    data: null,
  };
  // Not what was signed: nobody has looked.
  expect(await postTelemetry(edge, key, { samples }, { sent: "x".repeat(5_000) })).toEqual(refused);
  expect(owner.live.ingestStatus.getLimited(companyId, owner.clock.now().getTime())?.count).toBe(3);
  owner.clock.advance(1_000);
  expect((await post(edge, key, droneSn)).status).toBe(200);
});

test("An owner that is silent gets nothing, and what waits for it is given up", async () => {
  const { key, droneSn } = await setup();
  expect((await post(edge, key, droneSn)).status).toBe(200);
  const failed = vi.spyOn(owner.live.writes, "flush").mockReturnValue(new Promise(() => undefined));
  const waiting = post(edge, key, droneSn, { tSrc: owner.clock.now().getTime() + 1 });
  await vi.waitFor(() => expect(failed).toHaveBeenCalled());
  failed.mockRestore();
  isOwned = false;
  owner.clock.advance(5_000);
  vi.advanceTimersByTime(500);
  expect(await waiting).toEqual(moves);
  expect(await post(edge, key, droneSn)).toEqual(moves);
  isOwned = true;
  expect(await post(edge, key, droneSn)).toEqual(moves);
  offer();
  const again = await post(edge, key, droneSn, { tSrc: owner.clock.now().getTime() });
  expect(again).toMatchObject({ status: 200, data: { accepted: 1 } });
});

test("A longer body is passed on as it comes, and so are all while NATS is away", async () => {
  const { key, droneSn } = await setup();
  // Where to is not known here.
  expect(await post(edge, key, droneSn, { modeReason: "x".repeat(410_000) })).toEqual(moves);
  wires.isAway = true;
  expect(await post(edge, key, droneSn)).toEqual(moves);
  wires.isAway = false;
});

test("Whoever reaches NATS without the secret key can hand nothing over, and answer nothing", async () => {
  const { key, droneSn } = await setup();
  const heard: { subject: string; data: Uint8Array }[] = [];
  const stranger = wires.connect("stranger");
  for (const subject of ["ingest.to.1", "ingest.back.2"])
    stranger.subscribe(subject, (data) => heard.push({ subject, data }));
  expect((await post(edge, key, droneSn)).status).toBe(200);
  expect(heard.map(({ subject }) => subject)).toEqual(["ingest.to.1", "ingest.back.2"]);
  const [taken] = heard;
  const before = owner.live.samples.accepted();
  const { seal, open } = createSeal(owner.platform.secretKey);
  const call = open("ingest.to.1", taken?.data ?? new Uint8Array());
  const head = { ...(call?.head as object), nonce: "made-up-nonce" };
  owner.clock.advance(1_000);
  const forger = createSeal(Buffer.alloc(32, 9));
  stranger.publish("ingest.to.1", forger.seal("ingest.to.1", head, call?.bytes));
  // What was sealed for another subject, was changed, or is sent again.
  stranger.publish("ingest.to.1", seal("ingest.to.3", head, call?.bytes));
  const changed = Buffer.from(taken?.data ?? []);
  changed[changed.length - 1] = 1;
  stranger.publish("ingest.to.1", changed);
  stranger.publish("ingest.to.1", "");
  stranger.publish("ingest.to.1", taken?.data ?? "");
  await vi.waitFor(() => expect(heard.filter(({ subject }) => subject === "ingest.back.2")).toHaveLength(2));
  expect(owner.live.samples.accepted()).toBe(before);
  expect(owner.live.ingestStatus.listSignatureFailures()[0]?.reason).toBe("replayed");
  expect(owner.errors).toEqual([]);
});
