import { describe, expect } from "vitest";
import { expectAccessible } from "../../browser/accessible.ts";
import { test } from "../../browser/consoleTest.ts";
import { companyScreen } from "./companyScreen.ts";

describe("a new company", () => {
  test("is told what is missing and wrong, field by field, and sent once it is right", async ({ page }) => {
    const screen = companyScreen(page);
    await screen.open("page=2");
    const taken = await screen.rows.first().getByRole("button").first().innerText();
    await screen.toolbar.getByRole("button", { name: "新增" }).click();
    await screen.dialog.getByRole("button", { name: "保存" }).click();
    for (const missing of [
      "请输入企业名称",
      "请输入统一社会信用代码",
      "请选择地区",
      "请选择客户经理",
      "请输入登录手机号",
    ])
      await screen.said(missing);
    expect(await screen.field("企业名称").evaluate((input) => input === document.activeElement)).toBe(true);
    await expectAccessible(page);

    await screen.field("统一社会信用代码").fill("91110108MA01ABCD2X");
    await screen.said("统一社会信用代码不正确，请核对 18 位代码");
    await screen.field("统一社会信用代码").fill("91110108MA01ABCD2H");
    await screen.field("企业名称").fill(taken);
    await screen.field("企业名称").blur();
    await screen.said("该企业名称已存在");
    await screen.field("企业名称").fill("杭州试飞科技有限公司");
    await screen.field("简称").fill("试飞科技");
    await screen.choice("地区").or(screen.field("地区")).click();
    for (const part of ["浙江省", "杭州市", "西湖区"])
      await page.getByRole("option", { name: part, exact: true }).click();
    await screen.field("详细地址").fill("文三路 100 号");
    await screen.field("联系人").fill("张三");
    await screen.field("联系电话").fill("13912345678");
    await screen.pick(screen.choice("客户经理"), "周晓岚");
    await screen.field("姓名").fill("李四");
    await screen.field("登录手机号").fill("13800000013");
    const sent = page.waitForRequest("**/wms/api/company/account/create");
    await screen.dialog.getByRole("button", { name: "保存" }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      name: "杭州试飞科技有限公司",
      creditCode: "91110108MA01ABCD2H",
      regionId: "330106",
      account: { name: "李四", phoneNumber: "13800000013" },
    });
    await screen.said("初始密码只显示这一次");
    await screen.dialog.getByText("13800000013").waitFor();
    await expectAccessible(page);
    await screen.dialog.getByRole("button", { name: "我已保存，关闭" }).click();
    await screen.closed();
    await screen.rows.first().getByText("杭州试飞科技有限公司").waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  test("shows what the server finds wrong beside the field", async ({ page, complaints }) => {
    complaints.allow(/status of 400/);
    const screen = companyScreen(page);
    await screen.open();
    await page.route("**/wms/api/company/account/update", (route) =>
      route.fulfill({
        status: 400,
        json: {
          state: -1,
          message: "请求不符合要求",
          data: { issues: [{ path: "contact", message: "联系人不可用" }] },
        },
      }),
    );
    await screen.act(screen.rows.first(), "编辑");
    await screen.field("联系人").fill("不可用");
    await screen.dialog.getByRole("button", { name: "保存" }).click();
    await screen.said("联系人不可用");
    expect(await screen.field("联系人").inputValue()).toBe("不可用");
  });

  test("is offered back as a draft, without its password", async ({ page }) => {
    const screen = companyScreen(page);
    await screen.open();
    await screen.toolbar.getByRole("button", { name: "新增" }).click();
    await screen.field("企业名称").fill("草稿企业有限公司");
    const kept = page.waitForRequest(
      (request) => request.method() === "PUT" && request.url().includes("/x/me/draft"),
    );
    await screen.dialog.getByLabel("初始密码", { exact: true }).fill("Secret@2026");
    const draft: unknown = (await kept).postDataJSON();
    expect(JSON.stringify(draft)).toContain("草稿企业有限公司");
    expect(JSON.stringify(draft)).not.toContain("Secret");
    page.on("dialog", (leave) => void leave.accept());
    await page.reload();
    await screen.settled();
    await screen.toolbar.getByRole("button", { name: "新增" }).click();
    await screen.said("有一份上次未保存的草稿");
    await expectAccessible(page);
    await screen.dialog.getByRole("button", { name: "恢复草稿" }).click();
    expect(await screen.field("企业名称").inputValue()).toBe("草稿企业有限公司");
    await page.keyboard.press("Escape");
    await screen.said("放弃修改？");
    await page.getByRole("button", { name: "继续填写" }).click();
    expect(await screen.field("企业名称").inputValue()).toBe("草稿企业有限公司");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "放弃修改" }).click();
    await screen.closed();
    await screen.toolbar.getByRole("button", { name: "新增" }).click();
    await screen.field("企业名称").waitFor();
    expect(await page.getByText("有一份上次未保存的草稿").count()).toBe(0);
  });
});
