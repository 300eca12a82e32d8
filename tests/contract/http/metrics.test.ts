import { readFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { captchas } from "../../../server/db/schema/captchas.ts";
import { loginFailures } from "../../../server/db/schema/loginFailures.ts";
import { createExportService } from "../../../server/exports/exportService.ts";
import { countCall, createMetrics } from "../../../server/metrics/metrics.ts";
import { submitSms } from "../../../server/sms/submitSms.ts";
import { injectCall, toUrl } from "../../helpers/injectCall.ts";
import { createTestPlatform, md5 } from "../../helpers/testPlatform.ts";
import { createFlightFactory, postTelemetry } from "../../live/flightFactory.ts";
import { samplePosition } from "../../live/setupFleet.ts";
import { startSlowExport } from "../export/startSlowExport.ts";
import { insertSms } from "../sms/smsFixture.ts";
import { connectSocket, createMessage, listenSocket } from "../socket/socketClient.ts";

const ctx = await createTestPlatform({ seedDemoData: true });
afterAll(() => ctx.close());

const scrape = async () => (await ctx.app.inject("/metrics")).body;
/** The value of a Prometheus series, or null if it is missing. */
const parseValue = (text: string, series: string): number | null => {
  const line = text.split("\n").find((item) => item.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
};
const readValue = async (series: string) => parseValue(await scrape(), series);
/** The increase of each series during the work. A missing series counts as 0. */
async function measureIncrease(series: readonly string[], work: () => Promise<unknown>): Promise<number[]> {
  const before = await scrape();
  await work();
  const difference = async () => {
    const after = await scrape();
    return series.map((item) => (parseValue(after, item) ?? 0) - (parseValue(before, item) ?? 0));
  };
  // A call is counted after its response was sent, shortly after the client has it.
  await expect.poll(async () => (await difference()).every((count) => count > 0)).toBe(true);
  return difference();
}

describe("/metrics", () => {
  test("has calls by name, status class and state", async () => {
    const headers = await ctx.loginAs("operator");
    const counts = (call: string, status: string, state: string) =>
      `console_call_duration_seconds_count{call="${call}",status="${status}",state="${state}"}`;
    const body = { pageNo: 1, pageSize: 20 };
    const series = [
      counts("POST /company/pageList", "2xx", "0"),
      counts("POST /company/pageList", "4xx", "-1"),
      counts("GET /x/one/company/:id", "2xx", "-1"),
      counts("other", "4xx", "-1"),
      'http_responses_total{status="4xx"}',
    ];
    const work = async () => {
      await injectCall(ctx.app, companyCalls.companyPageList, { body }, headers);
      await injectCall(ctx.app, companyCalls.companyPageList, { body }, headers);
      await injectCall(ctx.app, companyCalls.companyPageList, { body });
      await injectCall(ctx.app, companyCalls.companyOne, { params: { id: "1" } }, headers);
      await ctx.app.inject("/wms/api/none/13812345678");
    };
    expect(await measureIncrease(series, work)).toEqual([2, 1, 1, 1, 2]);
    const text = await scrape();
    expect(text).not.toContain("13812345678");
    expect(text).toMatch(/console_call_duration_seconds_bucket\{le="0.25",call="POST \/company\/pageList"/);
  });

  test("has refused logins by reason, and account locks", async () => {
    const phoneNumber = "13911110004";
    const attempt = async (count: number) => {
      await ctx.db.delete(loginFailures);
      await ctx.db
        .insert(loginFailures)
        .values({ subject: `phone:${phoneNumber}`, count, lastAt: ctx.clock.now() });
      const picture = await injectCall(ctx.app, loginCalls.captchaImage, {
        params: { height: 40, width: 120 },
      });
      const { captchaId } = picture.body.data as { captchaId: string };
      const [stored] = await ctx.db.select().from(captchas).where(eq(captchas.id, captchaId));
      const captcha = count < 4 ? "" : (stored?.answer ?? "");
      const body = { phoneNumber, password: md5("wrong"), captchaId, captcha };
      await injectCall(ctx.app, loginCalls.login, { body });
    };
    const reason = (name: string) => `console_sign_in_refused_total{reason="${name}"}`;
    expect(await measureIncrease([reason("wrong")], () => attempt(0))).toEqual([1]);
    expect(await measureIncrease([reason("captcha")], () => attempt(3))).toEqual([1]);
    expect(await measureIncrease([reason("wrong"), "console_account_locks_total"], () => attempt(4))).toEqual(
      [1, 1],
    );
    await ctx.db.delete(loginFailures);
  });

  test("has sockets, registered sockets, and sent fleet frames", async () => {
    const url = await listenSocket(ctx);
    const headers = await ctx.loginAs("duty");
    const [waiting, known] = [await connectSocket(url), await connectSocket(url)];
    known.send(createMessage(1, ctx.staff.duty.id, headers));
    await known.nextFrame(1);
    expect(await readValue("console_sockets")).toBe(2);
    expect(await readValue("console_sockets_registered")).toBe(1);
    known.send(createMessage(3, ctx.staff.duty.id, headers, "*"));
    await expect.poll(() => readValue('console_fleet_frames_total{result="sent"}')).toBe(1);
    ctx.live.tick();
    await expect.poll(() => readValue('console_fleet_frames_total{result="sent"}')).toBe(2);
    expect(await readValue('console_fleet_frames_total{result="skipped"}')).toBe(0);
    waiting.raw.close();
    known.raw.close();
    await expect.poll(() => readValue("console_sockets")).toBe(0);
    expect(await readValue("console_sockets_registered")).toBe(0);
  });

  test("has accepted samples, and refused ones by reason", async () => {
    const factory = await createFlightFactory(ctx);
    const company = await factory.createCompany();
    const key = await factory.key(company.id);
    const { droneSn } = await factory.task(company);
    const tSrc = ctx.clock.now().getTime();
    const sample = { droneSn, seq: 1, tSrc, ...samplePosition(0) };
    const samples = [sample, { ...sample, seq: 2, tSrc: tSrc - 1 }, { ...sample, droneSn: "SN-NONE" }];
    const series = [
      "console_samples_taken_total",
      'console_samples_refused_total{reason="older"}',
      'console_samples_refused_total{reason="unregistered"}',
    ];
    expect(await measureIncrease(series, () => postTelemetry(ctx, key, { samples }))).toEqual([1, 1, 1]);
    expect(await readValue("console_flights")).toBe(1);
  });

  test("has exports by result, and running ones", async () => {
    const headers = await ctx.loginAs("operator");
    const url = toUrl(companyCalls.companyExport, {});
    const work = () => ctx.app.inject({ method: "POST", url, headers, payload: {} });
    expect(await measureIncrease(['console_exports_total{result="done"}'], work)).toEqual([1]);
    await expect.poll(() => readValue("console_exports_running")).toBe(0);
  });

  test.each(["cancelled", "cut"] as const)("has an export that was %s", async (result) => {
    const exportService = createExportService(ctx.platform);
    const { id } = await startSlowExport(ctx, exportService);
    const work = () => (result === "cut" ? exportService.stop() : exportService.cancel(id));
    expect(await measureIncrease([`console_exports_total{result="${result}"}`], work)).toEqual([1]);
  });

  test("has messages by status", async () => {
    const submit = async () => ({ accepted: true, gatewayId: "7" }) as const;
    const gateway = { submit, reports: async () => [] };
    const hand = async (status: "sending") => {
      const message = await insertSms(ctx.db, { status, claimedAt: ctx.clock.now(), attempts: 1 });
      await submitSms(ctx.platform, gateway, message);
    };
    expect(await measureIncrease(['console_sms_total{status="sent"}'], () => hand("sending"))).toEqual([1]);
  });

  test("has the database's load, the event loop and the process, each once", async () => {
    const text = await scrape();
    for (const name of [
      "process_uptime_seconds",
      "process_resident_memory_bytes",
      "process_heap_used_bytes",
      "process_cpu_seconds_total",
      "nodejs_eventloop_lag_p99_seconds",
      "console_database_running",
      'console_database_waiting{lane="priority"}',
      'console_database_waiting{lane="other"}',
      "console_database_refused_total",
    ])
      expect([name, parseValue(text, name)]).toEqual([name, expect.any(Number)]);
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  test("has every name described in docs/operations.md", async () => {
    const page = readFileSync(path.resolve(import.meta.dirname, "../../../docs/operations.md"), "utf8");
    const names = [...(await scrape()).matchAll(/^# TYPE ((?:console|http)_\S+)/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  test("is separate for each app", async () => {
    const other = await createTestPlatform();
    await other.app.inject("/health");
    const text = (await other.app.inject("/metrics")).body;
    expect(text).not.toContain("POST /company/pageList");
    await other.close();
  });
});

test("A call is counted in seconds, by name only if it is in the contract", async () => {
  const metrics = createMetrics();
  const ended = {
    reqId: "1",
    call: "GET /a",
    isDeclared: true,
    status: 200,
    ms: 1_500,
    logFields: { state: 0 },
  };
  countCall(metrics, ended);
  countCall(metrics, { ...ended, call: "GET /b", isDeclared: false, status: 0, ms: 20, logFields: {} });
  const text = await metrics.registry.metrics();
  const sum = (labels: string) => parseValue(text, `console_call_duration_seconds_sum{${labels}}`);
  expect(sum('call="GET /a",status="2xx",state="0"')).toBe(1.5);
  expect(sum('call="other",status="left",state="none"')).toBe(0.02);
});
