import { describe, expect } from "vitest";
import { clearDrafts } from "../../browser/clearDrafts.ts";
import { closePopup, pressEscape } from "../../browser/closePopup.ts";
import { laptop } from "../../browser/laptop.ts";
import { test } from "../../browser/signedInTest.ts";
import { waitForStable } from "../../browser/waitForStable.ts";
import { companyPageObject, newCompanyFields, openCompanies } from "./companyPageObject.ts";

const anotherCompany = {
  ...newCompanyFields,
  企业名称: "武汉汉口低空巡检有限公司",
  统一社会信用代码: "91420100MA4KXYR23B",
  联系电话: "13907110011",
  登录手机号: "13907110012",
} as const;

// A draft that the test before has saved late would be offered.
test.beforeEach(({ server, state }) => clearDrafts(server.url, state.stored, ["draft.company.create"]));

describe("a new company", () => {
  test("is created with region, manager and channel, its password shown once; a duplicate is rejected at its field", async ({
    page,
  }) => {
    const screen = companyPageObject(page);
    await screen.openNew("page=3&size=10");
    const save = screen.record.getByRole("button", { name: "保存" });
    await save.click();
    await screen.record.getByText("请输入企业名称").waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true");

    await screen.fill(newCompanyFields);
    await screen.fill({ 统一社会信用代码: "91420100MA4KXYQ120" });
    await screen.record.getByText("统一社会信用代码不正确").waitFor();
    await screen.fill({ 统一社会信用代码: newCompanyFields.统一社会信用代码 });
    await screen.record.getByText("统一社会信用代码不正确").waitFor({ state: "detached" });
    await screen.chooseRegion("湖北省", "武汉市", "江岸区");
    await expect.poll(() => screen.field("地区").inputValue()).toBe("湖北省 / 武汉市 / 江岸区");
    await screen.choose(screen.record, "级别", "A 级");
    await screen.choose(screen.record, "客户经理", /^周晓岚/);
    await screen.record.getByRole("combobox", { name: "渠道", exact: true }).fill("华东农机");
    await page.getByRole("option", { name: "华东农机经销", exact: true }).click();

    const [request] = await Promise.all([
      page.waitForRequest("**/wms/api/company/account/create"),
      save.click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({
      name: "武汉晴川低空服务有限公司",
      type: "enterprise",
      level: "A",
      regionId: "420102",
      managerId: expect.stringMatching(/^\d+$/),
      channelCodeId: expect.stringMatching(/^\d+$/),
      account: { name: "程远", phoneNumber: "13907110002" },
    });
    await screen.record.getByText("初始密码只显示这一次").waitFor();
    const [account = "", password = ""] = await screen.record.locator("code").allTextContents();
    expect(account).toBe("13907110002");
    expect(password.length).toBeGreaterThanOrEqual(8);
    // Neither Escape nor a reload closes the password that is shown only once.
    await page.waitForFunction(() => document.activeElement?.textContent === "复制");
    await pressEscape(page);
    expect(await screen.record.getByRole("button", { name: "关闭", exact: true }).count()).toBe(0);
    const dialogEvent = page.waitForEvent("dialog");
    await page.evaluate(() => void setTimeout(() => location.reload()));
    expect((await dialogEvent).type()).toBe("beforeunload");
    await (await dialogEvent).dismiss();
    expect(await screen.record.getByText(password).isVisible()).toBe(true);
    await screen.record.getByRole("button", { name: "我已保存，关闭" }).click();
    await screen.record.waitFor({ state: "detached" });
    await page.waitForURL((url) => !url.searchParams.has("page"));
    const row = screen.row("武汉晴川低空服务有限公司");
    await row.getByText("湖北省武汉市江岸区").waitFor();
    await row.getByText("华东农机经销").waitFor();
    expect(await page.getByText(password).count()).toBe(0);

    await screen.toolbar.getByRole("button", { name: "新增" }).click();
    await screen.fill({
      企业名称: newCompanyFields.企业名称,
      统一社会信用代码: newCompanyFields.统一社会信用代码,
    });
    await screen.field("简称").focus();
    await screen.record.getByText("该企业名称已存在").waitFor();
    await screen.record.getByText("该统一社会信用代码已存在").waitFor();
    const calls: string[] = [];
    page.on("request", (one) => one.url().includes("/create") && calls.push(one.url()));
    await screen.record.getByRole("button", { name: "保存" }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true");
    expect(calls).toEqual([]);

    // A refusal without a field appears above the form and scrolls into view.
    await screen.fill({ ...anotherCompany, 登录手机号: newCompanyFields.登录手机号 });
    await screen.chooseRegion("湖北省", "武汉市", "江汉区");
    await screen.choose(screen.record, "客户经理", /^周晓岚/);
    await screen.record.getByRole("button", { name: "保存" }).click();
    const errorAlert = screen.record
      .getByRole("alert")
      .filter({ hasText: "登录账号的手机号已被其他用户使用" });
    await errorAlert.waitFor();
    const getBounds = () => errorAlert.evaluate((alert) => alert.getBoundingClientRect().toJSON());
    await expect.poll(async () => (await getBounds()).top).toBeGreaterThanOrEqual(0);
  });

  test("takes a channel that is chosen while a narrower search is pending", { tags: "full" }, async ({
    page,
  }) => {
    const screen = companyPageObject(page);
    await screen.openNew();
    const channelBox = screen.record.getByRole("combobox", { name: "渠道", exact: true });
    await channelBox.click();
    const option = page.getByRole("option", { name: "华东农机经销", exact: true });
    await option.waitFor();
    const pendingSearches: (() => void)[] = [];
    await page.route("**/wms/api/**", async (route) => {
      const isSearch = String(route.request().postData()).includes("华东农机");
      if (isSearch) await new Promise<void>((release) => pendingSearches.push(release));
      await route.continue();
    });
    const searchRequest = page.waitForRequest((one) => String(one.postData()).includes("华东农机"));
    await channelBox.fill("华东农机");
    await searchRequest;
    await option.click();
    expect(await channelBox.inputValue()).toBe("华东农机经销");
    for (const release of pendingSearches) release();
  });

  test("is not reported as a duplicate of itself while being created", { tags: "full" }, async ({ page }) => {
    const screen = companyPageObject(page);
    await screen.openNew();
    await screen.fill({ ...anotherCompany, 企业名称: "" });
    await screen.chooseRegion("湖北省", "武汉市", "江汉区");
    await screen.choose(screen.record, "客户经理", /^周晓岚/);
    const requestedPaths: string[] = [];
    await page.route("**/wms/api/company/**", async (route) => {
      requestedPaths.push(new URL(route.request().url()).pathname.replace("/wms/api/company/", ""));
      if (requestedPaths.at(-1) === "account/create") await new Promise((later) => setTimeout(later, 500));
      await route.continue();
    });
    await screen.field("企业名称").fill(anotherCompany.企业名称);
    const createResponse = page.waitForResponse("**/company/account/create");
    await screen.record.getByRole("button", { name: "保存" }).click();
    await createResponse;
    expect(requestedPaths).toEqual(["account/create"]);
    await screen.record.getByText("初始密码只显示这一次").waitFor();
  });

  test("scrolls the focused field clear of the sticky header and footer", { tags: "full" }, async ({
    page,
  }) => {
    const screen = companyPageObject(page);
    await screen.openNew();
    const isFocusVisible = () =>
      page.evaluate(() => {
        const { left, top, width, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
        const [x, above, below] = [left + width / 2, top + 1, top + height - 1];
        return [above, below].every((y) => document.activeElement?.contains(document.elementFromPoint(x, y)));
      });
    for (const key of ["Tab", "Shift+Tab"]) {
      const labels: string[] = [];
      for (let step = 0; step < 12; step += 1) {
        await page.keyboard.press(key);
        const label = await page.evaluate(
          () => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent,
        );
        if (label === undefined) continue;
        labels.push(label ?? "");
        await expect.poll(isFocusVisible, { message: `${key} to ${label}` }).toBe(true);
      }
      expect(labels.length).toBeGreaterThan(8);
    }
  });

  test("opens late-loading dropdowns of channels and regions within the window", { tags: "full" }, async ({
    page,
  }) => {
    const releases: (() => void)[] = [];
    for (const call of ["**/channelCode/pageList", "**/region/list/**"])
      await page.route(call, async (route) => {
        await new Promise<void>((release) => releases.push(release));
        await route.continue();
      });
    const screen = companyPageObject(page);
    await page.setViewportSize({ ...laptop.viewport, height: 520 });
    await screen.openNew();
    const boxes = [
      ["渠道", screen.record.getByRole("combobox", { name: "渠道", exact: true }), "华东农机经销"],
      ["地区", screen.field("地区"), "湖北省"],
    ] as const;
    for (const [label, box, choice] of boxes) {
      // Scrolls the field to the bottom of the window, above the form's sticky buttons.
      await box.evaluate((field) => {
        field.style.scrollMarginBottom = "100px";
        field.scrollIntoView({ block: "end" });
      });
      await box.click();
      await page.getByText(/^正在(查找|读取)…$/).waitFor();
      await expect.poll(() => releases.length).toBeGreaterThan(0);
      for (const release of releases.splice(0)) release();
      const choices = page.getByRole("listbox").filter({ has: page.getByRole("option", { name: choice }) });
      await choices.waitFor();
      await waitForStable(choices);
      const isInWindow = await choices.evaluate((list) => {
        const { top, bottom } = list.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
      expect(isInWindow, label).toBe(true);
      await closePopup(page, choices);
    }
  });

  test("is offered as a draft without its password after a reload, and asks before it is discarded", async ({
    page,
  }) => {
    const screen = await openCompanies(page);
    const add = screen.toolbar.getByRole("button", { name: "新增" });
    await add.click();
    const isDraftCall = (one: { method: () => string; url: () => string }, method: string) =>
      one.method() === method && one.url().endsWith("/x/me/draft.company.create");
    await screen.field("初始密码").fill("Secret-Sky-77");
    const [draftSave] = await Promise.all([
      page.waitForRequest((one) => isDraftCall(one, "PUT") && (one.postData() ?? "").includes("保定")),
      screen.field("企业名称").fill("保定云翼航空科技有限公司"),
    ]);
    expect(draftSave.postData()).not.toContain("Secret-Sky-77");
    await draftSave.response();

    page.on("dialog", (dialog) => void dialog.accept());
    // The desk names its form and opens it.
    await page.goto("/desk");
    const drafts = page.getByRole("list", { name: "未完成草稿" });
    await drafts.getByRole("link", { name: "新增企业", exact: true }).click();
    await screen.record.getByText("有一份上次未保存的草稿").waitFor();
    await screen.record.getByText("包含：企业名称。恢复时，您这次已填写的内容不变。").waitFor();
    await screen.record.getByRole("button", { name: "恢复草稿" }).click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll("input")].some((one) => one.value === "保定云翼航空科技有限公司"),
    );
    expect(await screen.field("初始密码").inputValue()).toBe("");

    const discardDialog = page.getByRole("dialog", { name: "放弃修改？" });
    await pressEscape(page);
    await discardDialog.getByRole("button", { name: "继续填写" }).click();
    await discardDialog.waitFor({ state: "detached" });
    expect(await screen.field("企业名称").inputValue()).toBe("保定云翼航空科技有限公司");
    await screen.record.getByRole("button", { name: "取消" }).click();
    const [draftDelete] = await Promise.all([
      page.waitForRequest((one) => isDraftCall(one, "DELETE")),
      discardDialog.getByRole("button", { name: "放弃修改" }).click(),
    ]);
    await draftDelete.response();
    await screen.record.waitFor({ state: "detached" });
    const draftRead = page.waitForResponse((one) => isDraftCall(one.request(), "GET"));
    await add.click();
    await screen.record.waitFor();
    await (await draftRead).finished();
    expect(await screen.record.getByText("有一份上次未保存的草稿").count()).toBe(0);
  });

  test("is created once if the response is lost, shows an unknown result, and is resent with the same request id", {
    tags: "full",
  }, async ({ page, consoleErrors }) => {
    consoleErrors.allow(/Failed to load resource/);
    const screen = companyPageObject(page);
    await screen.openNew();
    await screen.fill({
      ...newCompanyFields,
      企业名称: "武汉鹤楼巡检有限公司",
      统一社会信用代码: "91420100MA4KXYQ34R",
      登录手机号: "13907110003",
    });
    await screen.chooseRegion("湖北省", "武汉市", "武昌区");
    await screen.choose(screen.record, "客户经理", /^周晓岚/);
    const requestIds: string[] = [];
    await page.route("**/wms/api/company/account/create", async (route) => {
      requestIds.push(String(route.request().postDataJSON()["requestId"]));
      if (requestIds.length > 1) return route.continue();
      await route.fetch();
      await route.abort("connectionreset");
    });
    await screen.record.getByRole("button", { name: "保存" }).click();
    await screen.record.getByText("结果未知，请核对").waitFor();
    await screen.record.getByRole("button", { name: "重新提交" }).click();
    await screen.record.waitFor({ state: "detached" });
    await expect.poll(() => requestIds.length).toBe(2);
    expect(new Set(requestIds).size).toBe(1);
    expect(requestIds).toHaveLength(2);
    await screen.openByName("武汉鹤楼巡检有限公司");
    await screen.pager.getByText("共 1 条").waitFor();
  });
});
