import { expect } from "vitest";
import * as z from "zod/mini";
import { test as base } from "../../browser/browserTest.ts";
import { demoAccounts } from "../../browser/signIn.ts";
import { loginClient } from "../../process/apiClient.ts";
import { insertAlarms } from "../../process/insertAlarms.ts";

const twoMinutesMs = 120_000;

/** A P1 of a drone that does not fly: the server does not end it before somebody has acknowledged it. */
const test = base.extend("prepareData", { scope: "file" }, () => async (dataDir: string) => {
  await insertAlarms(dataDir, new Date(Date.now() - twoMinutesMs), [
    { kind: "noFlyBreach", priority: "p1", zoneName: "机场禁飞区" },
  ]);
});

const savedScreen = z.object({ secret: z.string() });
const openAlarms = z.object({ alarms: z.array(z.object({ id: z.string() })) });

test("a P1 that nobody acknowledges for a minute is a strip across every layout, until somebody does", async ({
  page,
  openPage,
  server,
  consoleErrors,
}) => {
  // Headless Chromium has no screen to keep on.
  consoleErrors.allow(/无法保持屏幕常亮/);
  const maintainer = await loginClient(server.url, demoAccounts.maintainer);
  const screen = { requestId: "strip-screen", name: "告警屏", layout: "alarms" };
  const { secret } = savedScreen.parse((await maintainer.call("POST", "/x/screen/save", screen)).data);
  await page.goto(`/wall#${secret}`);
  const strip = page.getByText("1 条 P1 告警超过 1 分钟未确认");
  await strip.waitFor();
  const row = page.getByRole("row").filter({ hasText: "闯入禁飞区" });
  await row.getByText("未确认").waitFor();
  const { width, y } = (await strip.boundingBox()) ?? { width: 0, y: 0 };
  expect(width).toBeGreaterThan(0.98 * (page.viewportSize()?.width ?? 0));
  expect(y).toBeLessThan(20);

  const overview = await openPage({ stored: [], screen: { width: 1920, height: 1080 } });
  await overview.goto(`/wall/overview#${secret}`);
  await overview.getByText("1 条 P1 告警超过 1 分钟未确认").waitFor();

  const duty = await loginClient(server.url, demoAccounts.duty);
  const { alarms } = openAlarms.parse((await duty.call("GET", "/x/alarm/open")).data);
  const ids = alarms.map(({ id }) => id);
  await duty.call("POST", "/x/alarm/ack", { requestId: "strip-acknowledged", ids });
  await strip.waitFor({ state: "detached" });
  await overview.getByText(/P1 告警超过/).waitFor({ state: "detached" });
});
