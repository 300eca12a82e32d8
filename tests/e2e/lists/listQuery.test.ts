import { describe, expect } from "vitest";
import { firstPage } from "./listPageObject.ts";
import { toServerPath } from "./listSpec.ts";
import { companyList as list } from "./lists.ts";
import { test as base } from "./listTest.ts";

const test = base.extend("sharesServer", { scope: "file" }, true);

const changedHint = "条件已修改，点击查询";

// The list engine is the same for all lists; what differs is tested in listFields.test.ts.
describe("a list", () => {
  const whole = firstPage(list);
  const filtered = `keyword=${encodeURIComponent(list.keyword.text)}`;

  //
  test("searches on 查询 and on Enter, shows that changes are not applied yet, and resets", async ({
    screen,
  }) => {
    await screen.main.getByText(`共 ${list.total.toLocaleString("zh-CN")} 条`).waitFor();
    const keyword = screen.form.getByLabel("关键字");
    const calls = screen.countCalls();

    await keyword.fill(list.keyword.text);
    await screen.form.getByText(changedHint).waitFor();
    expect(calls()).toBe(0);
    const found = { ...whole, keyword: list.keyword.text };
    const search = screen.form.getByRole("button", { name: "查询", exact: true });
    expect(await screen.captureRequestBody(() => search.click())).toEqual(found);
    await screen.main.getByText(`共 ${list.keyword.matches} 条`).waitFor();
    await expect.poll(() => screen.rows.count()).toBe(list.keyword.matches);
    await expect.poll(() => screen.form.getByText(changedHint).count()).toBe(0);

    expect(
      await screen.captureRequestBody(() => screen.form.getByRole("button", { name: "重置" }).click()),
    ).toEqual(whole);
    await expect.poll(() => keyword.inputValue()).toBe("");
    await screen.main.getByText(`共 ${list.total.toLocaleString("zh-CN")} 条`).waitFor();

    await keyword.fill(`  ${list.keyword.text} `);
    expect(await screen.captureRequestBody(() => keyword.press("Enter"))).toEqual(found);
    expect(calls()).toBe(3);
  });

  test("does not search while Chinese characters are composed", { tags: "full" }, async ({
    page,
    screen,
  }) => {
    const keyword = screen.form.getByLabel("关键字");
    const calls = screen.countCalls();
    await keyword.focus();
    const input = await page.context().newCDPSession(page);
    const pinyin = { text: "wuhan", selectionStart: 5, selectionEnd: 5 };
    await input.send("Input.imeSetComposition", pinyin);
    await page.waitForFunction(
      () => document.activeElement instanceof HTMLInputElement && document.activeElement.value === "wuhan",
    );
    await keyword.press("Enter");
    await input.send("Input.insertText", { text: list.keyword.text });
    await screen.form.getByText(changedHint).waitFor();
    expect(calls()).toBe(0);
    expect(await screen.captureRequestBody(() => keyword.press("Enter"))).toEqual({
      ...whole,
      keyword: list.keyword.text,
    });
    expect(calls()).toBe(1);
  });

  test("shows its filters as chips that can be removed one by one", async ({ page, screen }) => {
    await screen.navigate(`keyword=${encodeURIComponent("不存在的")}`);
    const { label, option, params, matches } = list.choice;
    const choice = screen.form.getByRole("combobox", { name: label, exact: true });
    if ((await choice.count()) === 0) await screen.form.getByRole("button", { name: "展开" }).click();
    await choice.click();
    await page.getByRole("option", { name: option }).click();
    await screen.form.getByText(changedHint).waitFor();
    const search = screen.form.getByRole("button", { name: "查询", exact: true });
    expect(await screen.captureRequestBody(() => search.click())).toEqual({
      ...whole,
      keyword: "不存在的",
      ...params,
    });
    await screen.chips.getByText("关键字：不存在的").waitFor();
    await screen.chips.getByText(`${label}：${option}`).waitFor();

    const removeKeyword = screen.chips.getByRole("button", { name: "移除条件 关键字" });
    expect(await screen.captureRequestBody(() => removeKeyword.click())).toEqual({ ...whole, ...params });
    await screen.main.getByText(`共 ${matches} 条`).waitFor();
    await expect.poll(() => screen.form.getByLabel("关键字").inputValue()).toBe("");
    const clear = screen.chips.getByRole("button", { name: "清空条件" });
    expect(await screen.captureRequestBody(() => clear.click())).toEqual(whole);
    await expect.poll(() => screen.chips.count()).toBe(0);
  });

  test("distinguishes no matches from no records, and offers what to do", { tags: "full" }, async ({
    screen,
  }) => {
    await screen.navigate(`keyword=${encodeURIComponent("不存在的")}`);
    await screen.main.getByText(`没有符合条件的${list.noun}`).waitFor();
    const clear = screen.table.locator("..").getByRole("button", { name: "清空条件" });
    expect(await screen.captureResponseIds(() => clear.click())).toHaveLength(
      Math.min(whole.pageSize, list.total),
    );

    await screen.removeRecords();
    await screen.waitForResponse(() => screen.toolbar.getByRole("button", { name: "刷新" }).click());
    await screen.main.getByText(`还没有${list.noun}`).waitFor();
    const canAdd = list.actionsByRole[list.account]?.toolbar.includes("新增") ?? false;
    await expect
      .poll(() => screen.main.getByRole("button", { name: `新增${list.noun}` }).count())
      .toBe(canAdd ? 1 : 0);
    // Where the records are created here, no link leads elsewhere.
    expect(await screen.table.locator("..").getByRole("link").count()).toBe(0);
  });

  //
  test("retains its rows and filters if loading fails, and reloads by 重试", async ({
    page,
    screen,
    consoleErrors,
  }) => {
    consoleErrors.allow(/Failed to load resource/);
    await screen.navigate(filtered);
    await page.route(`**${toServerPath(list.call)}`, (route) => route.abort("connectionrefused"));
    await screen.toolbar.getByRole("button", { name: "刷新" }).click();
    const failed = screen.main
      .getByRole("alert")
      .filter({ hasText: "列表是此前读取的结果，恢复后会自动更新" });
    await failed.waitFor();
    await expect.poll(() => screen.rows.count()).toBe(list.keyword.matches);
    expect(await screen.form.getByLabel("关键字").inputValue()).toBe(list.keyword.text);
    expect(new URL(page.url()).searchParams.get("keyword")).toBe(list.keyword.text);
    await page.unroute(`**${toServerPath(list.call)}`);
    const retry = failed.getByRole("button", { name: "重试" });
    const keyword = list.keyword.text;
    expect(await screen.captureRequestBody(() => retry.click())).toEqual({ ...firstPage(list), keyword });
    await expect.poll(() => screen.rows.count()).toBe(list.keyword.matches);
    await expect.poll(() => failed.count()).toBe(0);
  });

  test("ignores a late response to an older query", { tags: "full" }, async ({ page, screen }) => {
    await screen.navigate("size=10");
    const releaseCall = Promise.withResolvers<void>();
    const callStarted = Promise.withResolvers<void>();
    const lateResponseSent = Promise.withResolvers<void>();
    await page.route(`**${toServerPath(list.call)}`, async (route) => {
      if (route.request().postDataJSON()["pageNo"] !== 2) return route.continue();
      callStarted.resolve();
      const answer = await route.fetch();
      await releaseCall.promise;
      // The console may have aborted the request.
      await route.fulfill({ response: answer }).catch(() => undefined);
      lateResponseSent.resolve();
    });
    await screen.pager.getByRole("button", { name: "第 2 页" }).click();
    await callStarted.promise;
    const keyword = screen.form.getByLabel("关键字");
    await keyword.fill(list.keyword.text);
    const newest = await screen.captureResponseIds(() => keyword.press("Enter"));
    expect(newest).toHaveLength(list.keyword.matches);
    releaseCall.resolve();
    await lateResponseSent.promise;
    // After two frames any change by the late response has been painted.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect(await screen.getVisibleIds()).toEqual(newest);
    expect(new URL(page.url()).searchParams.get("keyword")).toBe(list.keyword.text);
    expect(await screen.pager.getByText(`共 ${list.keyword.matches} 条`).count()).toBe(1);
  });
});
