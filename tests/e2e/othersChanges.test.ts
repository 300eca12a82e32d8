import { describe, expect } from "vitest";
import { saveScreenshot } from "../browser/saveScreenshot.ts";
import { test } from "../browser/signedInTest.ts";
import { companyPageObject } from "./lists/companyPageObject.ts";
import { openList } from "./lists/listPageObject.ts";
import { orderPageObject } from "./orders/orderPageObject.ts";

describe("what a colleague has done meanwhile", () => {
  test("is told in the open audit panel in place of the decision, by name, beside the voucher", async ({
    openPageAs,
  }) => {
    const page = await openPageAs("finance");
    const order = orderPageObject(page);
    await order.open("mine=true&status=auditing&type=new&sort=payableFen.asc");
    const audit = order.rows.getByRole("button", { name: /^审核 DD/ }).first();
    const orderNo = ((await audit.getAttribute("aria-label")) ?? "").replace("审核 ", "");
    await audit.click();
    await order.audit.getByRole("button", { name: "驳回" }).waitFor();

    const colleague = orderPageObject(await openPageAs("admin"));
    await colleague.open(`keyword=${orderNo}`);
    await colleague
      .row(orderNo)
      .getByRole("button", { name: `审核 ${orderNo}` })
      .click();
    await colleague.audit.getByRole("button", { name: "通过", exact: true }).click();
    await colleague.audit.waitFor({ state: "detached" });

    await order.audit.getByText(/^已由 .+ 于 \d{4}-\d\d-\d\d \d\d:\d\d 通过$/).waitFor();
    expect(await order.audit.getByRole("button", { name: /驳回|通过/ }).count()).toBe(0);
    await order.audit.getByRole("region", { name: "待核对的回款" }).getByText("已到账").waitFor();
    await order.audit.getByRole("region", { name: "付款凭证" }).waitFor();
    await saveScreenshot(page, "decided-elsewhere");
  });

  test("is told above an open form, with the name to those who may read the audit trail", {
    tags: "full",
  }, async ({ openPageAs }) => {
    const openForm = async (account: "operator" | "admin") => {
      const page = await openPageAs(account);
      const company = companyPageObject(page);
      await company.open();
      await company.rows
        .first()
        .getByRole("button", { name: /^编辑 / })
        .click();
      await company.field("备注").waitFor();
      return { ...company, page };
    };
    const [operator, admin, other] = [
      await openForm("operator"),
      await openForm("admin"),
      await openForm("admin"),
    ];
    const save = async ({ record, field }: typeof admin, remark: string) => {
      await field("备注").fill(remark);
      await record.getByRole("button", { name: "保存" }).click();
      await record.waitFor({ state: "detached" });
    };
    await save(admin, "客户要求周五前回访");
    await other.record.getByText("该记录已被 陈立新 更新（编辑企业）。您填写的内容保留").waitFor();
    await operator.record.getByText("该记录已被他人更新（编辑企业）。您填写的内容保留").waitFor();
    await saveScreenshot(operator.page, "form-changed-elsewhere");
  });

  test("is told in a record that was open then, not in one that was opened since", { tags: "full" }, async ({
    openPageAs,
  }) => {
    const channels = { path: "/channel/channelList", noun: "渠道", call: "/channelCode/pageList" };
    const page = await openPageAs("operator");
    const colleaguePage = await openPageAs("admin");
    const [screen, colleague] = [await openList(page, channels), await openList(colleaguePage, channels)];
    const name = (await screen.getNameButton(1).textContent()) ?? "";
    const rename = async (contact: string) => {
      await colleague.rows
        .nth(1)
        .getByRole("button", { name: `编辑 ${name}` })
        .click();
      const form = colleaguePage.getByRole("dialog", { name: "编辑渠道" });
      await form.getByLabel("联系人").fill(contact);
      await form.getByRole("button", { name: "保存" }).click();
      await form.waitFor({ state: "detached" });
    };
    // Rows beside a selected one are not replaced.
    await screen.rows.first().getByRole("checkbox").check();
    await rename("扎西");
    await page.getByRole("button", { name: "有 1 条更新，点击刷新" }).waitFor();
    await screen.getNameButton(1).click();
    await screen.drawer.getByText("扎西").waitFor();
    expect(await screen.drawer.getByText(/该记录已被/).count()).toBe(0);

    await rename("卓玛");
    await screen.drawer.getByText(/^该记录已被他人更新（编辑/).waitFor();
    await screen.drawer.getByRole("button", { name: "点击刷新" }).click();
    await screen.drawer.getByText("卓玛").waitFor();
    await expect.poll(() => screen.drawer.getByText(/该记录已被/).count()).toBe(0);
  });
});
