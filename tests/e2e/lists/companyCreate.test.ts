import { describe, expect } from "vitest";
import { laptop } from "../../browser/laptop.ts";
import { test } from "../../browser/signedInTest.ts";
import { companyPageObject, newCompanyFields } from "./companyPageObject.ts";

const anotherCompany = {
  ...newCompanyFields,
  企业名称: "武汉汉口低空巡检有限公司",
  统一社会信用代码: "91420100MA4KXYR23B",
  联系电话: "13907110011",
  登录手机号: "13907110012",
} as const;

describe("a new company", () => {
  test("is made with region, manager and channel, its password shown this once; a second one like it is refused at its field", async ({
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
    await screen.choose(screen.record, "客户经理", "周晓岚");
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
    // A key pressed once too often does not take away what is shown this once.
    await page.waitForFunction(() => document.activeElement?.textContent === "复制");
    await page.keyboard.press("Escape");
    expect(await screen.record.getByRole("button", { name: "关闭", exact: true }).count()).toBe(0);
    const asked = page.waitForEvent("dialog");
    await page.evaluate(() => void setTimeout(() => location.reload()));
    expect((await asked).type()).toBe("beforeunload");
    await (await asked).dismiss();
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

    // What is refused for no field that the server names is said above them all, and brought into view.
    await screen.fill({ ...anotherCompany, 登录手机号: newCompanyFields.登录手机号 });
    await screen.chooseRegion("湖北省", "武汉市", "江汉区");
    await screen.choose(screen.record, "客户经理", "周晓岚");
    await screen.record.getByRole("button", { name: "保存" }).click();
    const errorAlert = screen.record
      .getByRole("alert")
      .filter({ hasText: "登录账号的手机号已被其他用户使用" });
    await errorAlert.waitFor();
    const place = () => errorAlert.evaluate((alert) => alert.getBoundingClientRect().toJSON());
    await expect.poll(async () => (await place()).top).toBeGreaterThanOrEqual(0);
  });

  test("takes a channel that is pressed while a narrower search for it is still under way", async ({
    page,
  }) => {
    const screen = companyPageObject(page);
    await screen.openNew();
    const box = screen.record.getByRole("combobox", { name: "渠道", exact: true });
    await box.click();
    const option = page.getByRole("option", { name: "华东农机经销", exact: true });
    await option.waitFor();
    const answers: (() => void)[] = [];
    await page.route("**/wms/api/**", async (route) => {
      const searching = String(route.request().postData()).includes("华东农机");
      if (searching) await new Promise<void>((answer) => answers.push(answer));
      await route.continue();
    });
    const searched = page.waitForRequest((one) => String(one.postData()).includes("华东农机"));
    await box.fill("华东农机");
    await searched;
    await option.click();
    expect(await box.inputValue()).toBe("华东农机经销");
    for (const answer of answers) answer();
  });

  test("is not found to exist already while it is being made", async ({ page }) => {
    const screen = companyPageObject(page);
    await screen.openNew();
    await screen.fill({ ...anotherCompany, 企业名称: "" });
    await screen.chooseRegion("湖北省", "武汉市", "江汉区");
    await screen.choose(screen.record, "客户经理", "周晓岚");
    const asked: string[] = [];
    await page.route("**/wms/api/company/**", async (route) => {
      asked.push(new URL(route.request().url()).pathname.replace("/wms/api/company/", ""));
      if (asked.at(-1) === "account/create") await new Promise((later) => setTimeout(later, 500));
      await route.continue();
    });
    await screen.field("企业名称").fill(anotherCompany.企业名称);
    const createResponse = page.waitForResponse("**/company/account/create");
    await screen.record.getByRole("button", { name: "保存" }).click();
    await createResponse;
    expect(asked).toEqual(["account/create"]);
    await screen.record.getByText("初始密码只显示这一次").waitFor();
  });

  test("shows every field clear of its head and its buttons as one goes through them by keyboard", async ({
    page,
  }) => {
    const screen = companyPageObject(page);
    await screen.openNew();
    const seen = () =>
      page.evaluate(() => {
        const { left, top, width, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
        const [x, above, below] = [left + width / 2, top + 1, top + height - 1];
        return [above, below].every((y) => document.activeElement?.contains(document.elementFromPoint(x, y)));
      });
    for (const key of ["Tab", "Shift+Tab"]) {
      const passed: string[] = [];
      for (let step = 0; step < 12; step += 1) {
        await page.keyboard.press(key);
        const label = await page.evaluate(
          () => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent,
        );
        if (label === undefined) continue;
        passed.push(label ?? "");
        await expect.poll(seen, { message: `${key} to ${label}` }).toBe(true);
      }
      expect(passed.length).toBeGreaterThan(8);
    }
  });

  test("is offered managers and regions within the window, however late they come", async ({ page }) => {
    const late = 400;
    for (const call of ["**/user/sysAdmin/list*", "**/region/list/**"])
      await page.route(call, async (route) => {
        await new Promise((later) => setTimeout(later, late));
        await route.continue();
      });
    const screen = companyPageObject(page);
    await page.setViewportSize({ ...laptop.viewport, height: 520 });
    await screen.openNew();
    const boxes = [
      ["客户经理", screen.record.getByRole("combobox", { name: "客户经理", exact: true }), "周晓岚"],
      ["地区", screen.field("地区"), "湖北省"],
    ] as const;
    for (const [what, box, choice] of boxes) {
      // The window ends below the field and the buttons, which stay at the form's foot.
      await box.evaluate((field) => {
        field.style.scrollMarginBottom = "100px";
        field.scrollIntoView({ block: "end" });
      });
      await box.click();
      await page.getByText(/^正在(查找|读取)…$/).waitFor();
      const choices = page.getByRole("listbox").filter({ has: page.getByRole("option", { name: choice }) });
      await choices.waitFor();
      const seen = await choices.evaluate((list) => {
        const { top, bottom } = list.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
      expect(seen, what).toBe(true);
      await page.keyboard.press("Escape");
    }
  });

  test("is offered back as a draft after a reload, without its password, and asks before it is given up", async ({
    page,
  }) => {
    const screen = companyPageObject(page);
    await screen.open();
    const add = screen.toolbar.getByRole("button", { name: "新增" });
    await add.click();
    const draft = (one: { method: () => string; url: () => string }, method: string) =>
      one.method() === method && one.url().endsWith("/x/me/draft.company.create");
    await screen.field("初始密码").fill("Secret-Sky-77");
    const [kept] = await Promise.all([
      page.waitForRequest((one) => draft(one, "PUT") && (one.postData() ?? "").includes("保定")),
      screen.field("企业名称").fill("保定云翼航空科技有限公司"),
    ]);
    expect(kept.postData()).not.toContain("Secret-Sky-77");
    await kept.response();

    page.on("dialog", (asks) => void asks.accept());
    await page.reload();
    await screen.waitForIdle();
    await add.click();
    await screen.record.getByText("有一份上次未保存的草稿").waitFor();
    await screen.record.getByText("包含：企业名称。恢复时，您这次已填写的内容不变。").waitFor();
    await screen.record.getByRole("button", { name: "恢复草稿" }).click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll("input")].some((one) => one.value === "保定云翼航空科技有限公司"),
    );
    expect(await screen.field("初始密码").inputValue()).toBe("");

    const question = page.getByRole("dialog", { name: "放弃修改？" });
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "继续填写" }).click();
    await question.waitFor({ state: "detached" });
    expect(await screen.field("企业名称").inputValue()).toBe("保定云翼航空科技有限公司");
    await screen.record.getByRole("button", { name: "取消" }).click();
    const [dropped] = await Promise.all([
      page.waitForRequest((one) => draft(one, "DELETE")),
      question.getByRole("button", { name: "放弃修改" }).click(),
    ]);
    await dropped.response();
    await screen.record.waitFor({ state: "detached" });
    const sought = page.waitForResponse((one) => draft(one.request(), "GET"));
    await add.click();
    await screen.record.waitFor();
    await (await sought).finished();
    expect(await screen.record.getByText("有一份上次未保存的草稿").count()).toBe(0);
  });

  test("is made once where the answer is lost, says so, and is sent again under the same number", async ({
    page,
    consoleErrors,
  }) => {
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
    await screen.choose(screen.record, "客户经理", "周晓岚");
    const sent: string[] = [];
    await page.route("**/wms/api/company/account/create", async (route) => {
      sent.push(String(route.request().postDataJSON()["requestId"]));
      if (sent.length > 1) return route.continue();
      await route.fetch();
      await route.abort("connectionreset");
    });
    await screen.record.getByRole("button", { name: "保存" }).click();
    await screen.record.getByText("结果未知，请核对").waitFor();
    await screen.record.getByRole("button", { name: "重新提交" }).click();
    await screen.record.waitFor({ state: "detached" });
    await expect.poll(() => sent.length).toBe(2);
    expect(new Set(sent).size).toBe(1);
    expect(sent).toHaveLength(2);
    await screen.openByName("武汉鹤楼巡检有限公司");
    await screen.pager.getByText("共 1 条").waitFor();
  });
});
