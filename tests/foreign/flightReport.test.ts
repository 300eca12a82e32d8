import { expect, test } from "vitest";
import { completeConsoleConfig } from "../../adapters/contract/config.ts";
import { createClient } from "../../adapters/http/client.ts";
import { loadReport } from "../../src/pages/history/report/loadReport.ts";
import { getFigureFacts, getHeadFacts } from "../../src/pages/history/report/reportFacts.ts";

const flights = [
  { id: 8, name: "别的任务" },
  {
    id: 9,
    task_no: "LS0009",
    name: "河道巡查",
    company_name: "蓝天航空",
    drone_sn: "DR1",
    pilot_name: "飞手一",
    started_at: "2026-11-30 10:00:00",
    ended_at: "2026-11-30 10:20:00",
    duration_s: "1200",
    distance_m: "5321.5",
    photo_count: "3",
  },
];

/** The report of flight 9 on a platform that answers these data to the calls of its track and of the list of flights. */
async function report(track: unknown, list: unknown) {
  const config = completeConsoleConfig({ api: "http://platform.test" });
  const client = createClient({
    config: () => config,
    credentials: () => ({ token: "t", uToken: "" }),
    fetch: (url) =>
      Promise.resolve(Response.json({ code: 200, data: String(url).includes("/track/") ? track : list })),
    onError: () => undefined,
  });
  const ref = { taskId: "9", flightId: "9" };
  const data = await loadReport({ client, config }, ref, new AbortController().signal);
  if ("text" in data) throw new Error(data.text);
  const facts = Object.fromEntries([...getHeadFacts(data), ...getFigureFacts(data)]);
  return { samples: data.track?.times.length, ...facts };
}

const places = [0, 1, 2].map((n) => ({
  lng: `116.${4 + n}`,
  lat: "39.92",
  created_at: `2026-11-30 10:0${n}:00`,
}));

test("a report tells what the list of flights knows, and of the track what it has", async () => {
  expect(await report({ data: places }, { data: flights, meta: { total: "2" } })).toMatchObject({
    samples: 3,
    任务: "河道巡查",
    任务编号: "LS0009",
    企业: "蓝天航空",
    无人机: "DR1",
    飞手: "飞手一",
    开始: "2026-11-30 10:00:00",
    结束: "2026-11-30 10:02:00",
    里程: "5.32 km",
    照片: "3 张",
  });
});

test("without times of the track those of the list are told", async () => {
  const line = places.map(({ lng, lat }) => [lng, lat]);
  expect(await report(line, flights)).toMatchObject({
    samples: undefined,
    开始: "2026-11-30 10:00:00",
    结束: "2026-11-30 10:20:00",
    时长: "20 分 00 秒",
  });
});

test("what nobody tells is unknown, and nothing is said to be under way", async () => {
  const line = places.map(({ lng, lat }) => [lng, lat]);
  expect(await report(line, [])).toMatchObject({
    开始: "未知",
    结束: "未知",
    时长: "未知",
    里程: "未知",
    批文: "未知",
    报送: "未知",
  });
});
