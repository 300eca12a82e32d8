import { afterAll, expect, test } from "vitest";
import { createColumns } from "../../adapters/contract/columns.ts";
import { cellColumns, decodeFleetFrame, noCells } from "../../adapters/contract/fleetFrame.ts";
import { type ScreenRow, screenCalls } from "../../adapters/contract/screen.ts";
import { screens as screenTable } from "../../server/db/schema/screen.ts";
import { countShown } from "../../src/wall/countShown.ts";
import { insertAlarm } from "../alarms/insertAlarm.ts";
import { startAlarms } from "../alarms/setupAlarms.ts";
import { connectSocket, listenSocket } from "../contract/socket/socketClient.ts";
import { createFlyer, setupFlights } from "../live/flightFactory.ts";
import { createScreenFactory, sendReport } from "./createScreenFactory.ts";

const { ctx, factory, company, key } = await setupFlights();
const screens = createScreenFactory(ctx);
const socketUrl = (await listenSocket(ctx)).replace("/ws", "/wall/ws");
afterAll(() => ctx.close());

/** The time of the frame that a screen gets now. */
async function openFleet(cookie: string): Promise<number> {
  const socket = await connectSocket(socketUrl, { headers: { cookie } });
  const tick = new Promise<number>((resolve) => {
    socket.raw.on("message", (data, binary) => {
      if (binary) resolve(decodeFleetFrame(new Uint8Array(data as Buffer).slice().buffer).serverTime);
    });
  });
  socket.send({ platform: "web", type: 3, userId: "", token: "", taskId: "*" });
  return tick;
}
const noDrones = { fresh: 0, delayed: 0, lost: 0, lastKnown: 0 };
const noAlarms = { p1: 0, p2: 0, p3: 0, p4: 0 };

async function readDifferences(): Promise<Record<string, string>> {
  const body = { pageNo: 1, pageSize: 20 };
  const { list } = (await ctx.callAs("maintainer", screenCalls.screenList, { body })).body.data as {
    list: ScreenRow[];
  };
  return Object.fromEntries(list.map(({ name, difference }) => [name, difference]));
}

test("what a screen shows otherwise in two reports in a row is an alarm until it shows the same", async () => {
  await factory.registerDrone(company, "DIFFERS-1");
  await createFlyer(ctx, key, "DIFFERS-1").fly("mission", 2);
  await insertAlarm(ctx, { priority: "p1", companyId: company.id, regionId: "440305" });
  ctx.clock.advance(11_000);
  await ctx.live.alarms.restore();
  const [whole, part] = [
    await screens.make("全部"),
    await screens.make("北京", { scope: { by: "region", items: [{ id: "110000", name: "" }] } }),
  ];
  const [tick, partTick] = [await openFleet(whole.cookie), await openFleet(part.cookie)];
  const shows = { tick, drones: { ...noDrones, fresh: 1 }, alarms: { ...noAlarms, p1: 1 } };
  const report = (fields: object) => sendReport(ctx, whole.cookie, { shows: { ...shows, ...fields } });
  const server = await startAlarms(ctx, { rules: {} });
  await server.live.alarmRules?.load();
  const readAlarms = async () => {
    for (let second = 0; second < 10; second++) {
      await server.wait(1);
      // The reading of the screens is in the queue before these.
      for (let turn = 0; turn < 2; turn++) await ctx.db.$count(screenTable);
    }
    return (await server.read()).flatMap(({ kind, lineName, state, values }) =>
      kind === "screenDiffers" ? [`${lineName} ${state} ${values["difference"]}`] : [],
    );
  };

  await report({});
  // What it does not show is none of its business: neither drone nor, with its company elsewhere, the alarm.
  await sendReport(ctx, part.cookie, { shows: { tick: partTick, drones: noDrones, alarms: noAlarms } });
  expect(await readDifferences()).toEqual({ 全部: "", 北京: "" });
  const words =
    "链路正常 0 架，平台 1 架；链路失联 1 架，平台 0 架；P1 紧急告警 0 条，平台 1 条；P2 高告警 3 条，平台 0 条";
  const wrong = { drones: { ...noDrones, lost: 1 }, alarms: { ...noAlarms, p2: 3 } };
  await report(wrong);
  expect(await readDifferences()).toMatchObject({ 全部: words });
  expect(await readAlarms()).toEqual([]);
  // Of a time that nobody knows, nothing can be said.
  await report({ tick: 1 });
  await report(wrong);
  expect(await readAlarms()).toEqual([`全部 active ${words}`]);
  await report({});
  expect(await readAlarms()).toEqual([`全部 gone ${words}`]);
  await server.stop();
});

test("a screen counts the drones of its frame and the alarms that ask for something", () => {
  // Two are fresh, one is lost; a fourth place is not of this frame.
  const columns = { link: Uint8Array.of(0, 2, 0, 1) };
  const snapshot = { serverTime: 7, count: 3, columns, cells: noCells };
  const alarms = [
    { priority: "p1", state: "cleared" },
    { priority: "p1", state: "shelved" },
    { priority: "p4", state: "active" },
  ] as const;
  const drones = { ...noDrones, fresh: 2, lost: 1 };
  expect(countShown(snapshot, { alarms, more: 0 })).toEqual({
    tick: 7,
    drones,
    alarms: { ...noAlarms, p1: 1, p4: 1 },
  });
  expect(countShown(snapshot, { alarms, more: 1 })).toEqual({ tick: 7, drones, alarms: null });
  expect(countShown(null, { alarms, more: 0 })).toBeNull();
  // Those in cells are counted with them: six of ten are fresh.
  const cells = { count: 1, columns: createColumns(cellColumns, 1) };
  for (const [name, value] of Object.entries({ count: 10, delayed: 2, lost: 1, lastKnown: 1 }))
    cells.columns[name as keyof typeof cells.columns][0] = value;
  expect(countShown({ ...snapshot, cells }, { alarms, more: 0 })?.drones).toEqual({
    fresh: 8,
    delayed: 2,
    lost: 2,
    lastKnown: 1,
  });
});
