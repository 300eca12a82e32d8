import { readFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { signInCalls } from "../../adapters/contract/session.ts";
import { captchas } from "../../server/db/schema/captchas.ts";
import { loginFailures } from "../../server/db/schema/loginFailures.ts";
import { createExportDesk } from "../../server/exports/exportDesk.ts";
import { countCall, createMetrics } from "../../server/metrics/metrics.ts";
import { handOver } from "../../server/sms/handOver.ts";
import { at } from "../live/fleetUnderTest.ts";
import { flightFactory, ingest } from "../live/flightFactory.ts";
import { md5, type TestPlatform, testPlatform } from "../platform.ts";
import { send, urlOf } from "../send.ts";
import { slowExport } from "./slowExport.ts";
import { putSms } from "./smsDesk.ts";
import { connect, listen, message } from "./socketClient.ts";

let on: TestPlatform;
beforeAll(async () => {
  on = await testPlatform({ demo: true });
});
afterAll(() => on.close());

const scrape = async () => (await on.app.inject("/metrics")).body;
/** The value of a series as Prometheus writes it; null where it is not there. */
const valueIn = (text: string, series: string): number | null => {
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
};
const value = async (series: string) => valueIn(await scrape(), series);
/** How much work adds to each series; those that it makes begin at 0. */
async function added(series: readonly string[], work: () => Promise<unknown>): Promise<number[]> {
  const before = await scrape();
  await work();
  const difference = async () => {
    const after = await scrape();
    return series.map((one) => (valueIn(after, one) ?? 0) - (valueIn(before, one) ?? 0));
  };
  // A call is counted when its answer has gone out, a moment after the client has it.
  await expect.poll(async () => (await difference()).every((count) => count > 0)).toBe(true);
  return difference();
}

describe("/metrics", () => {
  test("has calls by name, class of status and state", async () => {
    const headers = await on.as("operator");
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
      await send(on.app, companyCalls.companyPageList, { body }, headers);
      await send(on.app, companyCalls.companyPageList, { body }, headers);
      await send(on.app, companyCalls.companyPageList, { body });
      await send(on.app, companyCalls.companyOne, { params: { id: "1" } }, headers);
      await on.app.inject("/wms/api/none/13812345678");
    };
    expect(await added(series, work)).toEqual([2, 1, 1, 1, 2]);
    const text = await scrape();
    expect(text).not.toContain("13812345678");
    expect(text).toMatch(/console_call_duration_seconds_bucket\{le="0.25",call="POST \/company\/pageList"/);
  });

  test("has refused sign-ins by reason, and locks", async () => {
    const phoneNumber = "13911110004";
    const attempt = async (count: number) => {
      await on.db.delete(loginFailures);
      await on.db
        .insert(loginFailures)
        .values({ subject: `phone:${phoneNumber}`, count, lastAt: on.clock.now() });
      const picture = await send(on.app, signInCalls.captchaImage, { params: { height: 40, width: 120 } });
      const { captchaId } = picture.body.data as { captchaId: string };
      const [stored] = await on.db.select().from(captchas).where(eq(captchas.id, captchaId));
      const captcha = count < 4 ? "" : (stored?.answer ?? "");
      const body = { phoneNumber, password: md5("wrong"), captchaId, captcha };
      await send(on.app, signInCalls.login, { body });
    };
    const reason = (name: string) => `console_sign_in_refused_total{reason="${name}"}`;
    expect(await added([reason("wrong")], () => attempt(0))).toEqual([1]);
    expect(await added([reason("captcha")], () => attempt(3))).toEqual([1]);
    expect(await added([reason("wrong"), "console_account_locks_total"], () => attempt(4))).toEqual([1, 1]);
    await on.db.delete(loginFailures);
  });

  test("has sockets, those with a session, and pictures of the fleet that were sent", async () => {
    const url = await listen(on);
    const headers = await on.as("duty");
    const [waiting, known] = [await connect(url), await connect(url)];
    known.say(message(1, on.staff.duty.id, headers));
    await known.frame(1);
    expect(await value("console_sockets")).toBe(2);
    expect(await value("console_sockets_registered")).toBe(1);
    known.say(message(3, on.staff.duty.id, headers, "*"));
    await expect.poll(() => value('console_fleet_frames_total{result="sent"}')).toBe(1);
    on.live.tick();
    await expect.poll(() => value('console_fleet_frames_total{result="sent"}')).toBe(2);
    expect(await value('console_fleet_frames_total{result="skipped"}')).toBe(0);
    waiting.raw.close();
    known.raw.close();
    await expect.poll(() => value("console_sockets")).toBe(0);
    expect(await value("console_sockets_registered")).toBe(0);
  });

  test("has samples taken, and refused by reason", async () => {
    const make = await flightFactory(on);
    const company = await make.company();
    const key = await make.key(company.id);
    const { droneSn } = await make.task(company);
    const tSrc = on.clock.now().getTime();
    const sample = { droneSn, seq: 1, tSrc, ...at(0) };
    const samples = [sample, { ...sample, seq: 2, tSrc: tSrc - 1 }, { ...sample, droneSn: "SN-NONE" }];
    const series = [
      "console_samples_taken_total",
      'console_samples_refused_total{reason="older"}',
      'console_samples_refused_total{reason="noTask"}',
    ];
    expect(await added(series, () => ingest(on, key, { samples }))).toEqual([1, 1, 1]);
    expect(await value("console_flights")).toBe(1);
  });

  test("has exports by what came of them, and those that run", async () => {
    const headers = await on.as("operator");
    const url = urlOf(companyCalls.companyExport, {});
    const work = () => on.app.inject({ method: "POST", url, headers, payload: {} });
    expect(await added(['console_exports_total{result="done"}'], work)).toEqual([1]);
    await expect.poll(() => value("console_exports_running")).toBe(0);
  });

  test.each(["cancelled", "cut"] as const)("has an export that was %s", async (result) => {
    const desk = createExportDesk(on.platform);
    const { id } = await slowExport(on, desk);
    const work = () => (result === "cut" ? desk.stop() : desk.cancel(id));
    expect(await added([`console_exports_total{result="${result}"}`], work)).toEqual([1]);
  });

  test("has messages by the status that they came to", async () => {
    const submit = async () => ({ accepted: true, gatewayId: "7" }) as const;
    const gateway = { submit, reports: async () => [] };
    const hand = async (status: "sending") => {
      const message = await putSms(on.db, { status, claimedAt: on.clock.now(), attempts: 1 });
      await handOver(on.platform, gateway, message);
    };
    expect(await added(['console_sms_total{status="sent"}'], () => hand("sending"))).toEqual([1]);
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
      expect([name, valueIn(text, name)]).toEqual([name, expect.any(Number)]);
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  test("is described in docs/operations.md, name by name", async () => {
    const page = readFileSync(path.resolve(import.meta.dirname, "../../docs/operations.md"), "utf8");
    const names = [...(await scrape()).matchAll(/^# TYPE ((?:console|http)_\S+)/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  test("is of its own app alone", async () => {
    const other = await testPlatform();
    await other.app.inject("/health");
    const text = (await other.app.inject("/metrics")).body;
    expect(text).not.toContain("POST /company/pageList");
    await other.close();
  });
});

test("A call is counted in seconds, by its name only where it is one of the contract's", async () => {
  const metrics = createMetrics();
  const ended = { reqId: "1", call: "GET /a", declared: true, status: 200, ms: 1_500, facts: { state: 0 } };
  countCall(metrics, ended);
  countCall(metrics, { ...ended, call: "GET /b", declared: false, status: 0, ms: 20, facts: {} });
  const text = await metrics.registry.metrics();
  const sum = (labels: string) => valueIn(text, `console_call_duration_seconds_sum{${labels}}`);
  expect(sum('call="GET /a",status="2xx",state="0"')).toBe(1.5);
  expect(sum('call="other",status="left",state="none"')).toBe(0.02);
});
