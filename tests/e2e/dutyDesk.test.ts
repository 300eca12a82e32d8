import { desc, eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { alarmRules } from "../../server/db/schema/alarmRule.ts";
import { spokenOrders } from "../../server/db/schema/duty.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { expectAccessibleInBothSchemes } from "../browser/expectAccessible.ts";
import { findLayoutErrors } from "../browser/findLayoutErrors.ts";
import { saveScreenshot } from "../browser/saveScreenshot.ts";
import { test as base } from "../browser/signedInTest.ts";
import { insertAlarms } from "../process/insertAlarms.ts";
import { listPageObject } from "./lists/listPageObject.ts";

/**
 * Two open alarms of priority 1; an order of almost a minute ago, which nobody carries out;
 * and 无人值守 without its delay of a minute.
 */
async function prepareDuty(dataDir: string): Promise<void> {
  const now = Date.now();
  await insertAlarms(dataDir, new Date(now), [
    { kind: "noFlyBreach", priority: "p1", zoneName: "机场禁飞区" },
    { kind: "fenceExit", priority: "p1" },
  ]);
  const { db, close } = await openDatabase({ url: undefined, dataDir });
  const [task] = await db
    .select()
    .from(tasks)
    .where(eq(tasks.status, "running"))
    .orderBy(desc(tasks.id))
    .limit(1);
  if (!task) throw new Error("The demo has no task under way");
  const { id: taskId, taskNo, droneSn } = task;
  const at = new Date(now - 55_000);
  const by = { byId: "1", byName: "周晓岚" };
  await db
    .insert(spokenOrders)
    .values({ id: "1", at, taskId, taskNo, droneSn, order: "land", toWhom: "飞手李雷", ...by });
  await db.update(alarmRules).set({ onDelayMs: 0 }).where(eq(alarmRules.kind, "unattended"));
  await close();
}

const test = base
  .extend("account", "admin" as const)
  .extend("withFlights", { scope: "file" }, true)
  .extend("prepareData", { scope: "file" }, () => prepareDuty);

const getDock = (page: Page) => page.getByRole("region", { name: "告警", exact: true });
const getAlarm = (page: Page, kind: string) => getDock(page).getByRole("button", { name: kind });
const getStatus = (page: Page, text: RegExp) => page.getByRole("status").filter({ hasText: text });
const getDialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test("a shift from 无人值守 to 离岗: open P1 hinder nobody, orders seen and not seen, the log, the printed sheet", async ({
  page,
  openPageAs,
  server,
}) => {
  await page.goto("/page/page");
  await getStatus(page, /无人值班，在飞 [1-9]\d* 架/).waitFor();
  await getAlarm(page, "无人值守").waitFor();

  const duty = await openPageAs("duty");
  await duty.goto("/page/page");
  // Somebody is there: the open P1 count as seen once the pointer moves.
  await expect
    .poll(async () => {
      await duty.mouse.move(100 + (Date.now() % 200), 300);
      return getAlarm(page, "无人值守").count();
    })
    .toBe(0);
  await duty.getByRole("button", { name: "接班", exact: true }).click();
  const takeover = getDialog(duty, "接班");
  const p1 = takeover.getByRole("list", { name: "未关闭的 P1 告警" });
  await p1.getByText(/闯入禁飞区 1 条：\S+/).waitFor();
  await p1.getByText(/飞出作业区 1 条：\S+/).waitFor();
  await expectAccessibleInBothSchemes(duty);
  await saveScreenshot(duty, "duty-takeover");
  await takeover.getByRole("button", { name: "接班" }).click();
  await getStatus(duty, /当前值班 孙悦，\d\d:\d\d 起/).waitFor();

  const flight = duty
    .getByRole("region", { name: "任务列表" })
    .getByRole("listitem")
    .filter({ hasText: "航线飞行" })
    .first();
  const droneSn = /1581F\w+/.exec((await flight.textContent()) ?? "")?.[0] ?? "";
  const fault = { droneSn, kind: "criticalBattery", seconds: 300 };
  const answer = await duty.request.post(`${server.url}/dev/simulator/faults`, { data: fault });
  expect(answer.status()).toBe(200);
  await duty
    .getByRole("region", { name: "任务列表" })
    .getByRole("button")
    .filter({ hasText: droneSn })
    .click();
  const panel = duty.getByRole("region", { name: /^任务 / });
  await panel.getByRole("button", { name: "口头指令", exact: true }).click();
  await panel.getByRole("button", { name: "登记口头指令" }).click();
  const order = getDialog(duty, "登记口头指令");
  expect(await order.count()).toBe(1);
  await order.getByLabel("指令").click();
  await duty.getByRole("option", { name: "返航" }).click();
  await order.getByRole("button", { name: "登记", exact: true }).click();
  await panel
    .getByRole("listitem")
    .filter({ hasText: "返航" })
    .getByText(/^已执行 \d\d:\d\d:\d\d$/)
    .waitFor();
  // The flight's alarm offers the same, beside the task; while the aircraft is looked at, its card is one line.
  await duty.getByRole("button", { name: /^展开告警/ }).waitFor();
  await getDock(duty).locator("[data-alarm]").filter({ hasText: "电量严重不足" }).first().click();
  await duty
    .getByRole("article", { name: /电量严重不足/ })
    .getByRole("button", { name: "登记口头指令" })
    .waitFor();

  await duty.getByRole("button", { name: "记事" }).click();
  await getDialog(duty, "记事").getByLabel("内容").fill("2 号机场停电，已报修");
  await getDialog(duty, "记事").getByRole("button", { name: "记下" }).click();
  await getDialog(duty, "记事").waitFor({ state: "detached" });

  const log = listPageObject(duty, { path: "/dutyLog", noun: "日志", call: "/x/duty/log" });
  await log.open();
  const written = [
    ["接班", "孙悦"],
    ["口头指令", "返航"],
    ["指令已执行", "返航"],
    ["指令未见执行", "降落（飞手李雷）60 秒未见执行"],
    ["告警发生", "电量严重不足"],
    ["记事", "2 号机场停电，已报修"],
  ] as const;
  for (const [kind, text] of written)
    await log.rows.filter({ hasText: kind }).filter({ hasText: text }).first().waitFor();
  await expectAccessibleInBothSchemes(duty);

  await log.rows
    .filter({ hasText: "2 号机场停电，已报修" })
    .getByRole("button", { name: "交接班单" })
    .click();
  const sheet = duty.getByRole("article", { name: "交接班单 孙悦" });
  await sheet.waitFor();
  const readFact = (label: string) =>
    sheet.locator("dl div", { hasText: label }).locator("dd").first().textContent();
  expect(await readFact("接班时在飞")).toMatch(/^[1-9]\d* 架$/);
  expect(await readFact("交班时间")).toBe("仍在值班");
  await sheet.getByRole("cell", { name: "2 号机场停电，已报修" }).waitFor();
  await expectAccessibleInBothSchemes(duty);
  await duty.emulateMedia({ media: "print" });
  await saveScreenshot(duty, "shift-print");
  expect(await duty.getByRole("button", { name: "打印" }).isVisible()).toBe(false);
  expect(await duty.getByRole("navigation", { name: "主菜单" }).isVisible()).toBe(false);
  expect(await sheet.isVisible()).toBe(true);
  await duty.emulateMedia({ media: "screen" });
  await duty.setViewportSize({ width: 360, height: 780 });
  expect(await findLayoutErrors(duty, [sheet])).toEqual([]);
  await duty.setViewportSize({ width: 1366, height: 768 });

  const sheetAddress = duty.url();
  await duty.goto("/page/page");
  await duty.getByRole("button", { name: "离岗" }).click();
  await getDialog(duty, "离岗").getByLabel("留给下一班的话").fill("备用电池已充满");
  await getDialog(duty, "离岗").getByRole("button", { name: "离岗" }).click();
  await getStatus(duty, /无人值班，在飞 [1-9]\d* 架/).waitFor();
  await duty.goto(sheetAddress);
  await expect.poll(() => readFact("交班方式")).toBe("离岗");
  expect(await readFact("交班说明")).toBe("备用电池已充满");
  expect(await readFact("交班时在飞")).toMatch(/^[1-9]\d* 架$/);
});
