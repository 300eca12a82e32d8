import { spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { listPageObject } from "../lists/listPageObject.ts";

/** Posts samples signed as docs/device-api.md says. */
async function postSamples(url: string, key: { accessKey: string; secret: string }, samples: object[]) {
  const body = JSON.stringify({ samples });
  const [timestamp, nonce] = [String(Date.now()), randomUUID()];
  const signature = createHmac("sha256", key.secret)
    .update(`POST\n/iapi/telemetry\n${timestamp}\n${nonce}\n${body}`)
    .digest("hex");
  const response = await fetch(`${url}/iapi/telemetry`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-access-key": key.accessKey,
      "x-timestamp": timestamp,
      "x-nonce": nonce,
      "x-signature": signature,
    },
    body,
  });
  return response.status;
}

/** Runs a script of the page until the first answer and returns that. */
async function runNodeScript(script: string): Promise<string> {
  const child = spawn(process.execPath, ["--input-type=module", "-"], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(script);
  try {
    for await (const chunk of child.stdout) return String(chunk);
    return "";
  } finally {
    child.kill();
  }
}

async function chooseFirstCompany(page: Page) {
  // Exactly: lists of other pages, still there for a moment, have a filter 所属企业.
  await page.getByRole("combobox", { name: "企业", exact: true }).click();
  await page.getByRole("option").filter({ hasNotText: "已冻结" }).first().click();
  await page.getByRole("region", { name: "选择或登记无人机" }).waitFor();
}

async function registerDrone(page: Page, fill: { readonly sn?: string; readonly model: string }) {
  const form = page.getByRole("dialog", { name: "登记无人机" });
  if (fill.sn !== undefined) await form.getByLabel("序列号").fill(fill.sn);
  await form.getByLabel("型号").fill(fill.model);
  await form.getByRole("combobox", { name: "类别" }).click();
  await page.getByRole("option", { name: "轻型" }).click();
  await form.getByRole("button", { name: "保存" }).click();
  await form.waitFor({ state: "detached" });
}

describe("设备接入 for an admin", () => {
  test.override("account", "admin");

  test("reads full-width digits, and validates a place before it is sent", { tags: "full" }, async ({
    page,
  }) => {
    await page.goto("/deviceAccess");
    await chooseFirstCompany(page);
    await page.getByRole("button", { name: "登记无人机" }).click();
    const form = page.getByRole("dialog", { name: "登记无人机" });
    const longitude = form.getByRole("textbox", { name: "经度" });
    await longitude.focus();
    await page.keyboard.insertText("９９９");
    await page.keyboard.press("Tab");
    await form.getByText("经度应在 -180 到 180 之间").waitFor();
    expect(await longitude.inputValue()).toBe("999");
    await longitude.fill("");
    await longitude.focus();
    await page.keyboard.insertText("１１６．５");
    await form.getByLabel("序列号").fill("E2E-ACCESS-9");
    await form.getByLabel("型号").fill("DJI Matrice 4TD");
    await form.getByRole("combobox", { name: "类别" }).click();
    await page.getByRole("option", { name: "轻型" }).click();
    await form.getByRole("button", { name: "保存" }).click();
    await form.getByText("经度和纬度需要一起填写").waitFor();
    expect(await longitude.inputValue()).toBe("116.5");
    expect(await page.getByText("请求不符合要求").count()).toBe(0);
  });

  test("leads from a company to the first sample, and shows what is refused and why", async ({
    page,
    server,
  }) => {
    await page.goto("/operate/airport");
    await page.getByRole("button", { name: "设备接入" }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/deviceAccess");
    await chooseFirstCompany(page);
    await page.getByRole("button", { name: "登记无人机" }).click();
    await registerDrone(page, { sn: "E2E-ACCESS-1", model: "DJI Matrice 4TD" });

    await page.getByRole("button", { name: "创建密钥" }).click();
    const dialog = page.getByRole("dialog", { name: /创建访问密钥$/ });
    await dialog.getByRole("button", { name: "创建", exact: true }).click();
    await dialog.getByText("密钥只显示这一次").waitFor();
    const [accessKey = "", secret = ""] = await dialog.locator("code").allTextContents();
    await dialog.getByRole("button", { name: "我已保存，关闭" }).click();
    const result = page.getByRole("region", { name: "等待第一条数据" });
    await result.getByText("正在等待 E2E-ACCESS-1 的第一条数据").waitFor();
    await saveScreenshot(page, "device access waiting");

    // The secret is in the command, but in nothing that stays.
    await page.getByRole("tab", { name: "Node" }).click();
    const script = await page.getByRole("region", { name: "Node 代码" }).innerText();
    expect(script).toContain(secret);
    expect(page.url()).not.toContain(secret);
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toContain(secret);

    expect(await runNodeScript(script)).toMatch(/^200 .*"accepted":1,"rejected":\[\]/);
    await result.getByText("E2E-ACCESS-1 的数据已收到").waitFor();
    const keys = page.getByRole("combobox", { name: "访问密钥" });
    await expect.poll(() => keys.inputValue()).toMatch(new RegExp(`^${accessKey}（最近使用 `));
    await result.getByText(/^位置 105\.460000, 39\.92\d+/).waitFor();
    await result.getByText(/阶段 起飞/).waitFor();

    const key = { accessKey, secret };
    const sample = { droneSn: "E2E-ACCESS-1", seq: 99, tSrc: Date.now() + 5_000 };
    expect(await postSamples(server.url, key, [{ ...sample, wind: 900 }])).toBe(200);
    const refused = result.getByRole("table", { name: "被拒绝的样本" }).locator("tbody tr").first();
    await refused.getByText("数值超出范围").waitFor();
    expect((await refused.locator("td").allInnerTexts()).slice(1)).toEqual([
      "数值超出范围",
      "wind",
      "900",
      "0 至 75（米/秒）",
    ]);
    expect(await postSamples(server.url, { ...key, secret: "wrong" }, [sample])).toBe(401);
    await result.getByText(new RegExp(`${accessKey}：签名无效，共 1 次`)).waitFor();
    expect(await postSamples(server.url, key, [{ ...sample, altitude: 3 }])).toBe(400);
    await result.getByText("samples.0.altitude：不支持的字段").waitFor();

    expect(await postSamples(server.url, key, [{ ...sample, droneSn: "E2E-ACCESS-2" }])).toBe(200);
    await page.getByRole("button", { name: "登记 E2E-ACCESS-2" }).waitFor();
    await expectAccessible(page);
    expect(await findLayoutErrors(page, [page.getByRole("main")])).toEqual([]);
    await saveScreenshot(page, "device access result");
    await page.getByRole("button", { name: "登记 E2E-ACCESS-2" }).click();
    await registerDrone(page, { model: "DJI Matrice 4TD" });
    await result.getByText("正在等待 E2E-ACCESS-2 的第一条数据").waitFor();

    await page.getByRole("tab", { name: "全部无人机" }).click();
    const drones = listPageObject(page, { path: "/deviceAccess", noun: "无人机", call: "/x/drone/list" });
    await drones.rows.filter({ hasText: "E2E-ACCESS-1" }).waitFor();
    const keyword = drones.form.getByLabel("关键字");
    await keyword.fill("E2E-ACCESS-1");
    await keyword.press("Enter");
    await expect.poll(() => drones.rows.count()).toBe(1);
    await saveScreenshot(page, "device access drones");
  });
});

// Size and scheme are independent, so each value is tested once.
const screens = [
  { width: 360, height: 740, dark: true },
  { width: 1366, height: 768, dark: false },
];

test.for(screens)(
  "设备接入 for a maintainer at $width px, without the means to make keys",
  { tags: "full" },
  async (size, { openPageAs }) => {
    const page = await openPageAs("maintainer", size);
    await page.goto("/deviceAccess");
    await chooseFirstCompany(page);
    await page.getByRole("button", { name: "登记无人机" }).click();
    await registerDrone(page, { sn: `E2E-ACCESS-M${size.width}`, model: "DJI Matrice 4TD" });
    const drone = page.getByRole("combobox", { name: "无人机" });
    await expect.poll(() => drone.inputValue()).toContain(`E2E-ACCESS-M${size.width}`);
    expect(await page.getByRole("button", { name: "创建密钥" }).count()).toBe(0);
    await page.getByLabel("AccessKey").fill("AK12");
    const command = page.getByRole("region", { name: "curl 代码" });
    await expect.poll(() => command.innerText()).toContain("KEY='AK12'\nSECRET='<SecretKey>'");
    const link = page.getByRole("link", { name: "设备上报接口文档（英文）" });
    const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
    await opened.getByText("# Sending telemetry").waitFor();
    await opened.close();
    await expectAccessible(page);
    expect(await findLayoutErrors(page, [page.getByRole("main")])).toEqual([]);
    await saveScreenshot(page, `device access ${size.width}`);
    await command.scrollIntoViewIfNeeded();
    await saveScreenshot(page, `device access ${size.width} command`);
  },
);
