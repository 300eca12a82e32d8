import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { expectAccessibleInBothSchemes } from "../../browser/expectAccessible.ts";
import { findLayoutErrorsInBothSchemes } from "../../browser/findLayoutErrors.ts";
import { overrideConfig } from "../../browser/overrideConfig.ts";
import { test } from "../../browser/readingTest.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { watchRequests } from "../../browser/watchRequests.ts";
import { shellPageObject } from "../shell/shellPageObject.ts";
import { companyPageObject, findCompany } from "./openCompany.ts";

/** The longest valid company name, 60 characters. */
const longestName =
  "中北低空经济与无人机农林植保巡护应急救援物流配送测绘遥感及地理信息数据采集处理综合服务（集团）股份有限公司第一运营分公司";

describe("企业全景 of the operator", () => {
  test("opens from the account list with a tag of its own, and lists only what belongs to the company", async ({
    page,
  }) => {
    const shell = shellPageObject(page);
    const company = companyPageObject(page);
    const { id, name } = await findCompany(page, "sort=orderAmountFen.desc");
    const row = page.locator(`tr[data-id="${id}"]`);
    await row.getByRole("button", { name, exact: true }).click();
    await shell.waitForPage(name);
    expect(new URL(page.url()).pathname).toBe(`/company/${id}`);
    await expect.poll(shell.getTagTitles).toContain(name);
    expect(await company.heading.textContent()).toBe(name);
    expect(await company.getTabTitles()).toEqual([
      "概况",
      "订单",
      "回款",
      "发票",
      "服务",
      "用户",
      "设备",
      "飞行",
      "告警",
      "短信",
    ]);

    const listCall = page.waitForRequest((request) => request.url().endsWith("/order/v3/pageList"));
    // The counts of the tabs are read again: something may have been done in the tab before.
    const countCall = page.waitForRequest((request) => new URL(request.url()).pathname === "/graphql");
    await company.tab("订单").click();
    await countCall;
    expect((await listCall).postDataJSON()).toEqual({ pageNo: 1, pageSize: 50, companyId: id });
    expect(new URL(page.url()).search).toBe("?tab=orders");
    const orders = company.table("订单列表");
    await orders.locator("tbody tr[data-id]").first().waitFor();
    // Neither a condition nor a column repeats the company.
    expect(await orders.getByRole("columnheader", { name: "企业", exact: true }).count()).toBe(0);
    const form = company.main.getByRole("search").filter({ visible: true });
    await form.getByRole("button", { name: "展开" }).click();
    expect(await form.getByLabel("企业", { exact: true }).count()).toBe(0);
    expect(await company.main.getByRole("group", { name: "已生效的条件" }).count()).toBe(0);

    // A condition of the list stays beside the fixed one.
    const filtered = page.waitForRequest((request) => request.url().endsWith("/order/v3/pageList"));
    await company.main
      .getByRole("tab", { name: /^已生效|^已完成|^已付/ })
      .first()
      .click();
    expect((await filtered).postDataJSON()).toMatchObject({ companyId: id });

    // A new order already names the company.
    await company.main.getByRole("button", { name: "新增" }).filter({ visible: true }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.getByLabel("企业").inputValue()).toBe(name);
    await closePopup(page, dialog);

    // Another page and back: the tag holds the address.
    await shell.goTo("订单管理", "发票列表");
    await shell.waitForPage("发票列表");
    await shell.tag(name).click();
    await shell.waitForPage(name);
    expect(new URL(page.url()).searchParams.get("tab")).toBe("orders");
  });

  test("shows each list of the company with its id, and no figure leads to a hidden list", {
    tags: "full",
  }, async ({ page }) => {
    const company = companyPageObject(page);
    const { id } = await findCompany(page, "sort=boxCount.desc");
    const open = async (tab: string, call: string) => {
      const request = page.waitForRequest((item) => item.url().endsWith(call));
      await page.goto(`/company/${id}?tab=${tab}`);
      return (await request).postDataJSON();
    };
    const firstPage = { pageNo: 1, pageSize: 50, companyId: id };
    expect(await open("payments", "/x/orderPay/pageList")).toEqual(firstPage);
    expect(await open("invoices", "/invoice/pageList")).toEqual(firstPage);
    expect(await open("users", "/user/pageList")).toEqual(firstPage);
    expect(await open("drones", "/x/drone/list")).toEqual(firstPage);
    expect(await open("boxes", "/iapi/box/list")).toEqual(firstPage);
    expect(await open("hangars", "/x/hangar/list")).toEqual(firstPage);
    expect(await open("flights", "/task/history/list")).toEqual(firstPage);
    expect(await open("sms", "/sms/list/page")).toEqual(firstPage);
    await company.main.getByRole("table", { name: "短信列表" }).waitFor();
  });

  test("says that a company does not exist and leads back, and 404 for an address without an id", {
    tags: "full",
  }, async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 40\d/);
    await page.goto("/company/999999999999999999");
    const main = page.getByRole("main");
    await main.getByText("企业不存在或已删除，也可能是链接中的编号有误").waitFor();
    expect(await main.getByRole("button", { name: "重试" }).count()).toBe(0);
    await main.getByRole("link", { name: "返回账号列表" }).click();
    await page.waitForURL("**/account/accountList");
    await page.goto("/company/:id");
    await page.waitForFunction(() => document.title.startsWith("页面不存在"));
    await page.goto("/company/abc");
    await page.waitForFunction(() => document.title.startsWith("页面不存在"));
  });

  test("warns of a frozen company with the reason, and stores its status with the recent records", {
    tags: "full",
  }, async ({ page }) => {
    const company = companyPageObject(page);
    const { id } = await findCompany(page, "status=frozen");
    const stored = page.waitForRequest(
      (request) => request.method() === "PUT" && request.url().endsWith("/x/me/query.recentRecords"),
    );
    await company.open(id);
    expect((await stored).postDataJSON().value[0]).toMatchObject({ kind: "company", id, status: "frozen" });
    await company.main.getByRole("alert").filter({ hasText: "该企业已冻结" }).waitFor();
    expect(await company.main.getByRole("alert").textContent()).toContain("冻结原因：");
  });
});

describe("the overview of 企业全景", () => {
  test.for([
    { width: 360, columns: 2 },
    { width: 1440, columns: 4 },
    { width: 1920, columns: 5 },
  ])("cuts no table off at $width px", { tags: "full" }, async ({ width, columns }, { openPageAs }) => {
    const page = await openPageAs("admin", { width, height: 900, dark: false });
    const company = companyPageObject(page);
    const { id } = await findCompany(page, "sort=orderAmountFen.desc");
    await company.open(id);
    const orders = company.main.getByRole("region", { name: "最近订单" });
    await expect.poll(() => orders.getByRole("columnheader").count()).toBe(columns);
    const cut = await company.main
      .getByRole("region", { name: /^最近/ })
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.getAttribute("aria-label")),
      );
    expect(cut).toEqual([]);
    await saveScreenshot(page, `company overview ${width}`);
  });
});

describe("企业全景 by role", () => {
  test("shows the admin the audit trail of the company", { tags: "full" }, async ({ openPageAs }) => {
    const page = await openPageAs("admin");
    const company = companyPageObject(page);
    const { id } = await findCompany(page);
    await company.open(id);
    expect((await company.getTabTitles()).at(-1)).toBe("操作记录");
    const request = page.waitForRequest((item) => item.url().endsWith("/x/audit/list"));
    await company.tab("操作记录").click();
    expect((await request).postDataJSON()).toEqual({
      pageNo: 1,
      pageSize: 50,
      entity: "company",
      entityId: id,
    });
  });

  test("shows finance no lists of devices, flights and messages, and figures of them as plain text", {
    tags: "full",
  }, async ({ openPageAs }) => {
    const page = await openPageAs("finance");
    const company = companyPageObject(page);
    const { id } = await findCompany(page);
    await company.open(id);
    expect(await company.getTabTitles()).toEqual(["概况", "订单", "回款", "发票", "服务", "用户"]);
    const devices = company.head.locator("dl > div", { hasText: "在线设备" });
    expect(await devices.getByRole("link").count()).toBe(0);
    expect(await company.head.locator("dl > div", { hasText: "实收金额" }).getByRole("link").count()).toBe(1);
    // A tab that is not theirs shows the overview.
    await page.goto(`/company/${id}?tab=flights`);
    await company.tabs.waitFor();
    expect(await company.tab("概况").getAttribute("aria-selected")).toBe("true");
  });

  test.for(["maintainer", "duty"] as const)(
    "refuses %s, who sees names as plain text",
    { tags: "full" },
    async (account, { openPageAs }) => {
      const page = await openPageAs(account);
      await page.goto("/company/1");
      await page.waitForFunction(() => document.title.startsWith("无权访问"));
      await page.goto("/operate/boxPage");
      const boxes = page.getByRole("table", { name: "云盒列表" }).locator("tbody tr[data-id]");
      await boxes.first().waitFor();
      expect(await boxes.getByRole("link").count()).toBe(0);
    },
  );
});

describe("企业全景 of a platform that has less", () => {
  test("works by REST without extensions", { tags: "full" }, async ({ page, requests }) => {
    await overrideConfig(page.context(), { extensions: false });
    const company = companyPageObject(page);
    const { id, name } = await findCompany(page);
    await company.open(id);
    expect(await company.heading.textContent()).toBe(name);
    expect(await company.getTabTitles()).toEqual([
      "概况",
      "订单",
      "发票",
      "服务",
      "用户",
      "设备",
      "飞行",
      "短信",
    ]);
    expect(requests.filter((request) => request.endsWith("/graphql"))).toEqual([]);
  });

  test("works by REST where /graphql answers 404", { tags: "full" }, async ({
    page,
    requests,
    consoleErrors,
  }) => {
    consoleErrors.allow(/status of 404/);
    await page.context().route("**/graphql", (route) => route.fulfill({ status: 404, json: null }));
    const company = companyPageObject(page);
    const { id, name } = await findCompany(page);
    await company.open(id);
    expect(await company.heading.textContent()).toBe(name);
    await company.tab("订单").click();
    await company.table("订单列表").waitFor();
    expect(requests).toContain("POST /graphql");
  });
});

const screenSizes = [
  { width: 360, height: 740, dark: true },
  { width: 1366, height: 768, dark: false },
  { width: 3840, height: 2160, dark: false },
];

describe.each(screenSizes)("企业全景 at $width px", ({ dark, ...size }) => {
  test("has no layout errors and is accessible, in light and dark, with the longest name", {
    tags: "full",
  }, async ({ openPageAs }) => {
    const page = await openPageAs("admin", { ...size, dark });
    const waitForAnswers = watchRequests(page);
    const saveStep = (what: string) => saveScreenshot(page, `company ${what} ${size.width}`);
    const company = companyPageObject(page);
    const { id } = await findCompany(page, `keyword=${encodeURIComponent(longestName)}`);
    await company.open(id);
    expect(await company.heading.textContent()).toBe(longestName);
    await saveStep("overview");
    expect(await findLayoutErrorsInBothSchemes(page, [company.head])).toEqual([]);
    await expectAccessibleInBothSchemes(page);
    const tabs = ["orders", "payments", "services", "drones", "audit"];
    // Wider than any of them needs, one list stands for all.
    for (const tab of size.width === 3840 ? tabs.slice(0, 1) : tabs) {
      await company.open(id, `?tab=${tab}`);
      await waitForAnswers();
      await saveStep(tab);
      expect(await findLayoutErrorsInBothSchemes(page, [company.head])).toEqual([]);
      await expectAccessibleInBothSchemes(page);
    }
  });
});
