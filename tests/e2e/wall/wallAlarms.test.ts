import { expect } from "vitest";
import * as z from "zod/mini";
import { test as base } from "../../browser/browserTest.ts";
import { demoAccounts } from "../../browser/signIn.ts";
import { loginClient } from "../../process/apiClient.ts";
import { insertAlarms } from "../../process/insertAlarms.ts";
import { createScreen } from "./createScreen.ts";
import { findIllegible } from "./pictureChecks.ts";

const twoMinutesMs = 120_000;

/** A P1 of a drone that does not fly: the server does not end it before somebody has acknowledged it. */
const test = base.extend("prepareData", { scope: "file" }, () => async (dataDir: string) => {
  await insertAlarms(dataDir, new Date(Date.now() - twoMinutesMs), [
    { kind: "noFlyBreach", priority: "p1", zoneName: "机场禁飞区" },
  ]);
});

const openAlarms = z.object({ alarms: z.array(z.object({ id: z.string() })) });

test("the overview is whole under a strip and an outage", { tags: "full" }, async ({
  openPage,
  server,
  consoleErrors,
}) => {
  consoleErrors.allow(
    /无法保持屏幕常亮|读取失败|ERR_INTERNET_DISCONNECTED|WebSocket|config\.json was preloaded/,
  );
  const wall = await openPage({ stored: [], screen: { width: 1920, height: 1080 } });
  await wall.goto(`/wall/overview#${await createScreen(server.url, "map")}`);
  await wall.getByText("1 条 P1 告警超过 1 分钟未确认").waitFor();
  await wall.getByText(/^审图号：GS\(2024\)0650号/).waitFor();
  await wall.context().setOffline(true);
  await wall.getByText(/^数据已中断 \d\d:\d\d:\d\d$/).waitFor();
  const map = wall.getByRole("region", { name: "地图" });
  await expect.poll(async () => (await map.boundingBox())?.width ?? 0).toBeGreaterThan(800);
  // Figures are smaller there, but none is cut, nor over another.
  const isBroken = (text: string) => /: (?:over |cut off|outside)/.test(text);
  await expect.poll(async () => (await findIllegible(wall)).bad.filter(isBroken)).toEqual([]);
  await wall.context().setOffline(false);
  await wall.getByText(/^数据已中断/).waitFor({ state: "detached" });
});

test("a P1 that nobody acknowledges for a minute is a strip across every layout, until somebody does", async ({
  page,
  openPage,
  server,
  consoleErrors,
}) => {
  // Headless Chromium has no screen to keep on.
  consoleErrors.allow(/无法保持屏幕常亮/);
  // The document is the console's, which reads its configuration: the wall has none.
  consoleErrors.allow(/config\.json was preloaded using link preload but not used/);
  const token = await createScreen(server.url, "alarms");
  await page.goto(`/wall#${token}`);
  const strip = page.getByText("1 条 P1 告警超过 1 分钟未确认");
  await strip.waitFor();
  const row = page.getByRole("row").filter({ hasText: "闯入禁飞区" });
  await row.getByText("未确认").waitFor();
  const { x, width, y } = (await strip.boundingBox()) ?? { x: 0, width: 0, y: 0 };
  const windowWidth = page.viewportSize()?.width ?? 0;
  expect(width).toBeGreaterThan(0.98 * windowWidth);
  // The picture moves by some pixels, never beyond the edge.
  expect(x + width).toBeLessThanOrEqual(windowWidth);
  expect(y).toBeLessThan(20);

  const overview = await openPage({ stored: [], screen: { width: 1920, height: 1080 } });
  await overview.goto(`/wall/overview#${await createScreen(server.url, "overview")}`);
  await overview.getByText("1 条 P1 告警超过 1 分钟未确认").waitFor();

  const duty = await loginClient(server.url, demoAccounts.duty);
  const { alarms } = openAlarms.parse((await duty.call("GET", "/x/alarm/open")).data);
  await duty.call("POST", "/x/duty/takeover", { requestId: "strip-takeover", shiftId: null });
  for (const { id } of alarms)
    await duty.call("POST", "/x/alarm/ack", { requestId: `strip-acknowledged-${id}`, ids: [id] });
  await strip.waitFor({ state: "detached" });
  await overview.getByText(/P1 告警超过/).waitFor({ state: "detached" });
});
