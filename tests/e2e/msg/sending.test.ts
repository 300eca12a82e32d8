import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { listPageObject, openList } from "../lists/listPageObject.ts";

const messages = { path: "/msg/msgList", noun: "短信", call: "/sms/list/page" };

describe("messages for an operator", () => {
  test.override("account", "operator");

  //
  test("are sent in bulk with count, preview and progress, and are listed afterwards (R-095)", async ({
    page,
  }) => {
    const screen = await openList(page, messages);
    await screen.toolbar.getByRole("button", { name: "群发", exact: true }).click();
    const form = page.getByRole("dialog", { name: "群发短信" });
    await form.getByText("填写内容和收件范围后，这里显示短信效果和收件人数").waitFor();
    // Nothing is sent before the number of recipients is known.
    await form.getByRole("button", { name: "发送" }).click();
    await form.getByText("请选择短信模板").waitFor();
    await form.getByRole("combobox", { name: "短信模板" }).click();
    await page.getByRole("option", { name: "系统维护", exact: true }).click();
    // The variable is marked, not the template.
    await form.getByRole("button", { name: "发送" }).click();
    await form.getByText("请填写时间", { exact: true }).waitFor();
    const time = form.getByLabel("时间");
    expect(await time.getAttribute("aria-invalid")).toBe("true");
    expect(await time.evaluate((input) => input === document.activeElement)).toBe(true);
    const template = form.getByRole("combobox", { name: "短信模板" });
    expect(await template.getAttribute("aria-invalid")).toBeNull();
    await time.fill("周日 01:00 至 05:00");
    // Nobody is chosen beforehand.
    await form.getByText("填写内容和收件范围后，这里显示短信效果和收件人数").waitFor();
    const scope = form.getByRole("combobox", { name: "收件范围" });
    await scope.click();
    await page.getByRole("option", { name: "名单文件" }).click();
    const list = "姓名,手机号\n某人,13900000000\n某人,无\n";
    await form
      .locator("input[type=file]")
      .setInputFiles({ name: "名单.csv", mimeType: "text/csv", buffer: Buffer.from(list) });
    await form.getByText("共 2 行，找到 0 位平台用户，2 行不会发送").waitFor();
    await form.getByRole("cell", { name: "不是手机号" }).waitFor();
    await form.getByRole("status", { name: "发送预览" }).getByText("没有符合条件的收件人").waitFor();
    await saveScreenshot(page, "mass sending list");
    await scope.click();
    await page.getByRole("option", { name: "全部企业" }).click();
    const preview = form.getByRole("status", { name: "发送预览" });
    await preview
      .getByText("【低空服务平台】平台将于周日 01:00 至 05:00进行系统维护", { exact: false })
      .waitFor();
    await preview.getByText(/收件人 \d+ 人，每人计费 2 条，合计 \d+ 条/).waitFor();
    const [, all = ""] = /收件人 (\d+) 人/.exec((await preview.textContent()) ?? "") ?? [];
    expect(Number(all)).toBeGreaterThan(300);

    await form.getByRole("group", { name: "用户角色" }).getByRole("checkbox", { name: "负责人" }).check();
    await preview.getByText("收件人 60 人，每人计费 2 条，合计 120 条").waitFor();
    await expectAccessible(page);
    expect(await findLayoutErrors(page, [form])).toEqual([]);
    await saveScreenshot(page, "mass sending form");

    await form.getByRole("button", { name: "发送给 60 人", exact: true }).click();
    const question = page.getByRole("dialog", { name: "发送给 60 人？" });
    await question.getByText("短信将发给 60 人，发出后不能撤回。").waitFor();
    await expectAccessible(page);
    await saveScreenshot(page, "mass sending question");
    await closePopup(page, question);
    await form.getByRole("button", { name: "发送给 60 人", exact: true }).click();
    await question.getByRole("button", { name: "确认发送" }).click();
    const progress = page.getByRole("dialog", { name: "群发进度" });
    await progress.getByText("已处理 60 / 60 条").waitFor();
    await progress.getByText("已完成").waitFor();
    await expectAccessible(page);
    await saveScreenshot(page, "mass sending progress");
    await progress.getByRole("link", { name: "查看明细" }).click();
    await progress.waitFor({ state: "detached" });
    await screen.main.getByText("共 60 条").first().waitFor();
  });

  test("with custom text show their length while typing; a lost connection is an unknown result", {
    tags: "full",
  }, async ({ page, consoleErrors }) => {
    const screen = await openList(page, messages);
    await screen.toolbar.getByRole("button", { name: "群发", exact: true }).click();
    const form = page.getByRole("dialog", { name: "群发短信" });
    await form.getByRole("combobox", { name: "内容来源" }).click();
    await page.getByRole("option", { name: "自定义文本" }).click();
    await form.getByLabel("短信内容").fill("字".repeat(62));
    await form.getByText("连同签名共 70 字，计费 1 条", { exact: false }).waitFor();
    await form.getByLabel("短信内容").fill("字".repeat(63));
    await form.getByText("连同签名共 71 字，计费 2 条", { exact: false }).waitFor();
    await form.getByRole("combobox", { name: "收件范围" }).click();
    await page.getByRole("option", { name: "全部企业" }).click();
    await form.getByText(/每人计费 2 条/).waitFor();

    consoleErrors.allow(/Failed to load resource|ERR_FAILED|接口请求失败/);
    await page.route("**/sms/send/all", (route) => route.abort());
    await form.getByRole("button", { name: "发送" }).click();
    await screen.waitForResponse(() => page.getByRole("button", { name: "确认发送" }).click());
    await form.getByText("结果未知，请核对", { exact: true }).waitFor();
    await form.getByRole("button", { name: "关闭并刷新列表" }).click();
    await form.waitFor({ state: "detached" });
    await page.unroute("**/sms/send/all");
    await screen.toolbar.getByRole("button", { name: "群发", exact: true }).click();
    await form.getByText("有一份上次未保存的草稿").waitFor();
  });

  test("are not sent to declined phones, which an admin can restore for a reason", { tags: "full" }, async ({
    openPageAs,
  }) => {
    const page = await openPageAs("admin");
    const declined = { path: "/msg/msgList?tab=declined", noun: "退订号码", call: "/x/sms/decline/list" };
    const screen = await openList(page, declined);
    const before = await screen.getVisibleIds();
    await screen.rows.first().getByText("短信回复").waitFor();
    expect(await findLayoutErrors(page, [screen.form, screen.toolbar, screen.pager])).toEqual([]);
    await expectAccessible(page);
    await saveScreenshot(page, "declined phones");
    await screen.rows
      .first()
      .getByRole("button", { name: /^恢复接收/ })
      .click();
    const dialog = page.getByRole("dialog", { name: /^恢复向 1\d\d\*{4}\d{4} 发送营销短信$/ });
    await dialog.getByRole("textbox", { name: "原因" }).fill("机主来电要求恢复");
    await screen.waitForResponse(() => dialog.getByRole("button", { name: "恢复接收" }).click());
    await expect.poll(screen.getVisibleIds).not.toContain(before[0]);
  });

  test("are sent to one phone once a minute; a refusal retains the input (R-093)", { tags: "full" }, async ({
    page,
  }) => {
    const screen = await openList(page, messages);
    const openForm = async () => {
      await screen.toolbar.getByRole("button", { name: "单发" }).click();
      const form = page.getByRole("dialog", { name: "单发短信" });
      await form.getByLabel("手机号").fill("13612340077");
      await form
        .getByRole("status", { name: "短信预览" })
        .getByText("您的账号信息有更新", { exact: false })
        .waitFor();
      return form;
    };
    const form = await openForm();
    await expectAccessible(page);
    await saveScreenshot(page, "single sending form");
    await form.getByRole("button", { name: "发送" }).click();
    await form.waitFor({ state: "detached" });
    await screen.rows.first().getByText("136****0077").waitFor();
    const secondForm = await openForm();
    await secondForm.getByRole("button", { name: "发送" }).click();
    await secondForm.getByText(/该号码 1 分钟内已发送过短信，请 \d+ 秒后再试/).waitFor();
    expect(await secondForm.getByLabel("手机号").inputValue()).toBe("13612340077");
  });

  test("can be deleted from the list, which explains that sent messages cannot be recalled (R-096)", {
    tags: "full",
  }, async ({ page }) => {
    const screen = await openList(page, messages, "status=delivered");
    const [id = ""] = await screen.getVisibleIds();
    const row = screen.rows.first();
    await row
      .getByRole("button", { name: /^更多操作/ })
      .or(row.getByRole("button", { name: /^删除/ }))
      .first()
      .click();
    const item = page.getByRole("menuitem", { name: "删除", exact: true });
    const dialog = page.getByRole("dialog", { name: /^删除发给 1\d\d\*{4}\d{4} 的短信$/ });
    await item.or(dialog).first().waitFor();
    if (await item.count()) await item.click();
    await dialog.getByText("已发出的短信不能撤回", { exact: false }).waitFor();
    await screen.waitForResponse(() => dialog.getByRole("button", { name: "删除", exact: true }).click());
    await expect.poll(screen.getVisibleIds).not.toContain(id);
  });

  test("use templates, which are listed with their signatures", { tags: "full" }, async ({ page }) => {
    const screen = await openList(page, messages);
    await screen.toolbar.getByRole("button", { name: "模板" }).click();
    const panel = page.getByRole("dialog", { name: "短信模板与签名" });
    const season = panel.getByRole("listitem", { name: "年末回馈" });
    await season.getByText("审核中").waitFor();
    await season.getByText("签名 低空巡检服务", { exact: false }).waitFor();
    await expect.poll(() => panel.getByRole("listitem").count()).toBe(11);
    await expectAccessible(page);
    await saveScreenshot(page, "sms templates");

    await panel.getByRole("button", { name: "新增模板" }).click();
    const form = page.getByRole("dialog", { name: "新增短信模板" });
    await form.getByLabel("模板名称").fill("降温提醒");
    await form.getByLabel("签名").fill("【低空】");
    await form.getByLabel("模板编码").fill("NOTICE_COLD");
    await form.getByLabel("模板内容").fill("${region}明日降温，请注意电池保温😀");
    await form.getByText("变量：地区", { exact: false }).waitFor();
    await form.getByRole("button", { name: "保存" }).click();
    await form.getByText("签名为 2 至 16 个字，不含空格和【】").waitFor();
    await form.getByLabel("签名").fill("低空服务平台");
    await form.getByText("连同签名共 31 字，计费 1 条", { exact: false }).waitFor();
    await expectAccessible(page);
    await form.getByRole("button", { name: "保存" }).click();
    const cold = panel.getByRole("listitem", { name: "降温提醒" });
    await cold.getByText("审核中").waitFor();
    await cold.getByRole("button", { name: "编辑 降温提醒" }).click();
    const edit = page.getByRole("dialog", { name: "编辑短信模板" });
    await edit.getByLabel("已通过网关审核").check();
    await edit.getByRole("button", { name: "保存" }).click();
    await cold.getByText("已过审").waitFor();
    await cold.getByRole("button", { name: "删除 降温提醒" }).click();
    const remove = page.getByRole("dialog", { name: "删除模板 降温提醒" });
    await remove.getByRole("button", { name: "删除", exact: true }).click();
    await cold.waitFor({ state: "detached" });
    // The template of single messages cannot be deleted.
    const standard = panel.getByRole("listitem", { name: "账号变动" });
    expect(await standard.getByRole("button", { name: "删除 账号变动" }).count()).toBe(0);
  });

  test("are sent only to the users selected in the user list", { tags: "full" }, async ({ page }) => {
    const users = listPageObject(page, { path: "/account/userList", noun: "用户", call: "/user/pageList" });
    await users.open("status=normal");
    await users.rows.first().waitFor();
    for (const nth of [0, 1, 2]) await users.rows.nth(nth).getByRole("checkbox").check();
    await users.toolbar.getByRole("button", { name: "群发短信" }).click();
    const form = page.getByRole("dialog", { name: "群发短信" });
    await expect.poll(() => form.getByRole("radio", { name: "已选的 3 位用户" }).isChecked()).toBe(true);
    await form.getByRole("combobox", { name: "短信模板" }).click();
    await page.getByRole("option", { name: "天气预警" }).click();
    await form.getByLabel("地区").fill("深圳");
    await form.getByText("收件人 3 人，每人计费 1 条，合计 3 条").waitFor();
    await form.getByRole("button", { name: "发送给 3 人" }).click();
    await page.getByRole("button", { name: "确认发送" }).click();
    await page.getByRole("dialog", { name: "群发进度" }).getByText("已处理 3 / 3 条").waitFor();
    await page.goto("/msg/msgList?keyword=%E6%B7%B1%E5%9C%B3%E4%BB%8A%E6%97%A5");
    await page.getByRole("main").getByText("共 3 条").first().waitFor();
  });

  test("are sent to the companies that a list shows, each with its own service and days", {
    tags: "full",
  }, async ({ page }) => {
    const companies = listPageObject(page, {
      path: "/account/accountList",
      noun: "企业",
      call: "/company/pageList",
    });
    await companies.open();
    await companies.toolbar.getByRole("button", { name: "群发短信" }).click();
    const form = page.getByRole("dialog", { name: "群发短信" });
    // The whole list is nobody's choice unless somebody makes it.
    const everybody = form.getByRole("radio", { name: /^全部 \d+ 家企业$/ });
    await everybody.waitFor();
    expect(await everybody.isChecked()).toBe(false);
    await form.getByRole("button", { name: "取消" }).click();
    await form.waitFor({ state: "detached" });

    await companies.open("expireWithin=30");
    await companies.toolbar.getByRole("button", { name: "群发短信" }).click();
    const found = form.getByRole("radio", { name: /^符合当前条件的 \d+ 家企业$/ });
    await expect.poll(() => found.isChecked()).toBe(true);
    await form.getByRole("combobox", { name: "短信模板" }).click();
    await page.getByRole("option", { name: "服务到期" }).click();
    const preview = form.getByRole("status", { name: "发送预览" });
    await preview.getByText(/收件人 \d+ 人，每人计费至多 1 条/).waitFor();
    const samples = await preview.getByText(/您的服务「.+」将于\d+天后到期/).allTextContents();
    expect(new Set(samples).size).toBe(3);
    await expectAccessible(page);
    expect(await findLayoutErrors(page, [form])).toEqual([]);
    await saveScreenshot(page, "sms to a list");
    const sent = page.waitForRequest("**/wms/api/sms/send/all");
    await form.getByRole("button", { name: "发送" }).click();
    await page.getByRole("button", { name: "确认发送" }).click();
    // The conditions leave the browser, not the phones.
    expect((await sent).postDataJSON()).toMatchObject({
      target: { companies: { expireWithin: "30" }, roles: ["owner"] },
      params: { service: "{服务名称}", days: "{剩余天数}" },
    });
    await page.getByRole("dialog", { name: "群发进度" }).getByText("已完成").waitFor();
  });

  test("can be resent after a failure", async ({ page }) => {
    const screen = await openList(page, messages, "status=failed");
    const before = await screen.getVisibleIds();
    await screen.rows.first().getByRole("button", { name: /^重发/ }).click();
    const dialog = page.getByRole("dialog", { name: /^重发给 / });
    await dialog.getByText("上次失败原因", { exact: false }).waitFor();
    await dialog.getByRole("button", { name: "重发", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.waitForFunction((id) => !document.querySelector(`tr[data-id="${id}"]`), before[0] ?? "");
  });
});
