import sharp from "sharp";
import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { test } from "../../browser/signedInTest.ts";
import { companyPageObject } from "./companyPageObject.ts";

describe("the row actions of a company", () => {
  test.override("account", "admin");

  test("freeze it with a reason after showing the effect, and unfreeze it", async ({ page }) => {
    const name = "海口创达通用航空有限公司";
    const screen = companyPageObject(page);
    await screen.openByName(name);
    const row = screen.row(name);
    await row.getByRole("button", { name: `更多操作 ${name}` }).click();
    await page.getByRole("menuitem", { name: "冻结", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `冻结 ${name}` });
    await dialog.getByText("冻结后该企业下 11 个账号将无法登录").waitFor();
    const freezeButton = dialog.getByRole("button", { name: "冻结", exact: true });
    await freezeButton.click();
    await dialog.getByText("请选择冻结原因").waitFor();
    await screen.choose(dialog, "冻结原因", "欠费");
    const [request] = await Promise.all([
      page.waitForRequest("**/wms/api/company/frozen/**"),
      freezeButton.click(),
    ]);
    expect(request.method()).toBe("DELETE");
    expect(Object.fromEntries(new URL(request.url()).searchParams)).toMatchObject({
      to: "frozen",
      reason: "欠费",
    });
    await dialog.waitFor({ state: "detached" });
    await row.getByText("已冻结").waitFor();
    await page.waitForFunction(
      (label) => document.activeElement?.getAttribute("aria-label") === label,
      `更多操作 ${name}`,
    );

    await row.getByRole("button", { name: `更多操作 ${name}` }).click();
    const unfreezeItem = page.getByRole("menuitem", { name: "解冻", exact: true });
    await unfreezeItem.waitFor();
    expect(await page.getByRole("menuitem", { name: "冻结", exact: true }).count()).toBe(0);
    await closePopup(page, unfreezeItem);
    await screen.runRowAction(name, "解冻");
    const unfreezeDialog = page.getByRole("dialog", { name: `解冻 ${name}` });
    await unfreezeDialog.getByText("冻结原因：欠费。解冻后该企业下 11 个账号恢复登录。").waitFor();
    await unfreezeDialog.getByRole("button", { name: "解冻", exact: true }).click();
    await row.getByText("正常").waitFor();
  });

  test("show its users and move one to another company (R-088, R-134)", async ({ page }) => {
    const name = "昌都辰景遥感信息有限公司";
    const screen = companyPageObject(page);
    await screen.openByName(name);
    await screen
      .row(name)
      .getByRole("button", { name: `子账号 ${name}` })
      .click();
    const users = page.getByRole("dialog", { name: `${name} 的子账号` });
    const move = users.getByRole("button", { name: /^转移/ });
    await expect.poll(() => move.count()).toBe(11);
    const person = ((await move.last().getAttribute("aria-label")) ?? "").replace("转移 ", "");
    await move.last().click();
    const dialog = page.getByRole("dialog", { name: `转移用户 ${person}` });
    await dialog.getByText(`${person} 现属于 ${name}`).waitFor();
    await dialog.getByRole("combobox", { name: "转入企业" }).fill("潮州华成");
    await page.getByRole("option", { name: "潮州华成智慧城市有限责任公司" }).click();
    const [request] = await Promise.all([
      page.waitForRequest("**/changeCompany/userID/destCid/**"),
      dialog.getByRole("button", { name: "转移", exact: true }).click(),
    ]);
    expect(request.method()).toBe("PUT");
    await dialog.waitFor({ state: "detached" });
    await screen.row(name).getByRole("cell", { name: "10", exact: true }).waitFor();
  });

  test("take a logo: SVG and text are rejected; an image is cropped, previewed and submitted (R-071, R-084, R-097 to R-099)", {
    tags: "full",
  }, async ({ page }) => {
    const name = "石嘴山市水务局";
    const screen = companyPageObject(page);
    await screen.openByName(name);
    await screen.runRowAction(name, "Logo");
    const dialog = page.getByRole("dialog", { name: `${name} 的 Logo` });
    const chooseFile = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        dialog.getByRole("button", { name: /选择/ }).click(),
      ]);
      await chooser.setFiles(file);
    };
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    await chooseFile({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) });
    await dialog.getByText("只支持 PNG、JPEG、WebP 图片").waitFor();
    await chooseFile({ name: "logo.txt", mimeType: "text/plain", buffer: Buffer.from("not an image") });
    await dialog.getByText("只支持 PNG、JPEG、WebP 图片").waitFor();
    const image = sharp({ create: { width: 800, height: 400, channels: 3, background: "#1677ff" } });
    await chooseFile({ name: "logo.png", mimeType: "image/png", buffer: await image.png().toBuffer() });
    await dialog.getByRole("button", { name: "上传并预览" }).click();
    await dialog.getByRole("img", { name: "页头预览" }).waitFor();
    const [request] = await Promise.all([
      page.waitForRequest("**/wms/api/logo/submit/**"),
      dialog.getByRole("button", { name: "提交" }).click(),
    ]);
    expect(request.method()).toBe("PUT");
    await dialog.waitFor({ state: "detached" });
    await page.getByText(/^已提交 .+ 的 Logo$/).waitFor();
    await screen.openByName(name);
    await screen.runRowAction(name, "Logo");
    const currentLogo = dialog.getByRole("img", { name: `${name} 的当前 Logo` });
    await currentLogo.waitFor();
    await dialog.getByText("当前 Logo（已提交）").waitFor();
    await expect
      .poll(() =>
        currentLogo.evaluate((shown) => shown instanceof HTMLImageElement && shown.naturalWidth > 0),
      )
      .toBe(true);
  });

  test("create an access key whose secret is shown only once, and revoke it (R-100)", {
    tags: "full",
  }, async ({ page }) => {
    const name = "潮州华成智慧城市有限责任公司";
    const screen = companyPageObject(page);
    await screen.openByName(name);
    await screen.runRowAction(name, "访问密钥");
    const keys = page.getByRole("dialog", { name: `${name} 的访问密钥` });
    await keys.getByText("还没有访问密钥").waitFor();
    await keys.getByRole("button", { name: "创建密钥" }).click();
    const createDialog = page.getByRole("dialog", { name: `为 ${name} 创建访问密钥` });
    await createDialog.getByRole("button", { name: "有效期至" }).click();
    await page.getByRole("button", { name: "下个月" }).click();
    await page.getByRole("button", { name: /^15 / }).click();
    const [request] = await Promise.all([
      page.waitForRequest("**/wms/api/account/accesskey/create"),
      createDialog.getByRole("button", { name: "创建", exact: true }).click(),
    ]);
    // The end of the day in Shanghai.
    expect(request.postDataJSON()).toMatchObject({ expiresAt: expect.stringMatching(/-15T15:59:59\.999Z$/) });
    await createDialog.getByText("密钥只显示这一次").waitFor();
    const [key = "", secret = ""] = await createDialog.locator("code").allTextContents();
    expect(secret.length).toBeGreaterThanOrEqual(32);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
    });
    await createDialog.getByRole("button", { name: "复制" }).last().click();
    await page.getByText("浏览器不允许复制，请手动选择").waitFor();
    await createDialog.getByRole("button", { name: "我已保存，关闭" }).click();
    await keys.getByRole("table", { name: "访问密钥" }).getByText(key).waitFor();
    await expect.poll(() => page.getByText(secret).count()).toBe(0);

    const row = keys.getByRole("row").filter({ hasText: key });
    await row.getByText("有效", { exact: true }).waitFor();
    await row.getByText(/-15$/).waitFor();
    await row.getByRole("button", { name: `吊销 ${key}` }).click();
    const revokeDialog = page.getByRole("dialog", { name: `吊销 ${key}` });
    await revokeDialog.getByText("使用该密钥的设备将立即无法上报").waitFor();
    const revokeButton = revokeDialog.getByRole("button", { name: "吊销", exact: true });
    await revokeButton.click();
    await revokeDialog.getByText("请输入吊销原因").waitFor();
    await revokeDialog.getByRole("textbox", { name: "吊销原因" }).fill("设备遗失");
    await revokeButton.click();
    await revokeDialog.waitFor({ state: "detached" });
    await row.getByText("已吊销", { exact: true }).waitFor();
    await keys.getByText("已有 0 组").waitFor();
  });

  test("reset the owner's password, shown only once, and reveal a phone number for a reason", {
    tags: "full",
  }, async ({ page }) => {
    const name = "株洲华泽植保服务有限公司";
    const screen = companyPageObject(page);
    await screen.openByName(name);
    await screen.runRowAction(name, "重置密码");
    const reset = page.getByRole("dialog", { name: `重置 ${name} 的登录密码` });
    await reset.getByText(/的密码将失效并退出登录/).waitFor();
    await reset.getByRole("button", { name: "重置密码" }).click();
    await reset.getByText("初始密码只显示这一次").waitFor();
    const [, password = ""] = await reset.locator("code").allTextContents();
    expect(password.length).toBeGreaterThanOrEqual(8);
    await reset.getByRole("button", { name: "我已保存，关闭" }).click();
    await expect.poll(() => page.getByText(password).count()).toBe(0);

    await screen.openByName(name);
    await screen
      .row(name)
      .getByRole("button", { name: /^查看完整号码/ })
      .first()
      .click();
    const reveal = page.getByRole("dialog", { name: "查看完整号码" });
    await reveal.getByText("查看会记入审计日志").waitFor();
    await reveal.getByRole("button", { name: "确定" }).click();
    await reveal
      .getByText(/请选择查看原因|请选择|至少/)
      .first()
      .waitFor();
    await reveal.getByRole("combobox", { name: "查看原因" }).click();
    await page.getByRole("option").first().click();
    await reveal.getByRole("button", { name: "确定" }).click();
    await reveal.getByText("关闭后需重新填写原因才能查看").waitFor();
    const [phone = ""] = await reveal.locator("code").allTextContents();
    expect(phone).toMatch(/^1\d{10}$/);
    // Closing hides the number. Two buttons have this name; the first is the dialog's close icon.
    await reveal.getByRole("button", { name: "关闭", exact: true }).last().click();
    await expect.poll(() => page.getByText(phone).count()).toBe(0);
  });
});
