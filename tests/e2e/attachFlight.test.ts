/** @module-tag full */

import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { postTelemetry } from "../../demo/device/postTelemetry.ts";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { companies } from "../../server/db/schema/company.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { demoDevice } from "../../server/modules/accessKey/demoKey.ts";
import { test as base } from "../browser/browserTest.ts";
import { signIn } from "../browser/signIn.ts";
import { createReportedTask } from "../live/createReportedTask.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { startServer } from "../process/serverProcess.ts";

const planName = "输电线路巡检（延误的计划）";
/** Later than 30 min: the flight does not adopt the plan by itself. */
const planAheadMs = 100 * 60_000;

/** Plans a task of the demo device's drone. */
async function insertPlan(dataDir: string): Promise<void> {
  const { db, close } = await openDatabase({ url: undefined, dataDir });
  try {
    const [company] = await db
      .select()
      .from(companies)
      .where(eq(companies.creditCode, demoDevice.creditCode));
    if (!company) throw new Error("The demo device's company is not there");
    const now = new Date();
    const identity = { id: "7001", createdAt: now, taskNo: "RW20260101700001", name: planName };
    const { droneSn } = demoDevice;
    const plan = createReportedTask(company, { ...identity, droneSn, search: droneSn.toLowerCase() });
    await db.insert(tasks).values({ ...plan, plannedAt: new Date(now.getTime() + planAheadMs) });
  } finally {
    await close();
  }
}

const test = base.extend("server", { scope: "file" }, async ({}, { onCleanup }) => {
  const data = createDemoFolder();
  await insertPlan(data.path);
  const server = await startServer({ dataDir: data.path, env: { FLEET: "0" } });
  onCleanup(async () => {
    await server.stop();
    data[Symbol.dispose]();
  });
  return server;
});

test("an unplanned flight is attached to the drone's plan by hand, and its old address leads there", async ({
  page,
  server,
}) => {
  const { accessKey, secret, droneSn } = demoDevice;
  const sendSample = (seq: number) =>
    postTelemetry({ url: server.url, accessKey, secret }, [
      {
        droneSn,
        seq,
        tSrc: Date.now(),
        lat: 399_200_000 + seq * 100,
        lon: 1_054_600_000,
        hRel: 60,
        vH: 8,
        phase: "mission",
      },
    ]);
  expect(await sendSample(1)).toMatchObject({ kind: "taken", answer: { accepted: 1 } });
  await signIn(page, "duty", "/page/page");
  const list = page.getByRole("region", { name: "任务列表" });
  await list.getByRole("button", { name: /未登记任务/ }).click();
  await page.getByRole("button", { name: "关联计划任务" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("task")).toMatch(/^\d+$/);
  const oldAddress = page.url();
  const dialog = page.getByRole("dialog", { name: "关联计划任务" });
  await dialog.getByLabel("计划任务").click();
  await page.getByRole("option", { name: new RegExp(planName) }).click();
  await dialog.getByRole("button", { name: "关联", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await list.getByRole("button", { name: new RegExp(planName) }).waitFor();
  await list.getByRole("button", { name: /未登记任务/ }).waitFor({ state: "detached" });
  // The flight goes on as the plan's.
  expect(await sendSample(2)).toMatchObject({ kind: "taken", answer: { accepted: 1 } });
  await page.goto(oldAddress);
  await page.getByRole("heading", { name: planName }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("task")).toBe("7001");
  expect(await page.getByRole("button", { name: "关联计划任务" }).count()).toBe(0);
});
