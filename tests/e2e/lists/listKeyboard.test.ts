import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessibleInBothSchemes } from "../../browser/expectAccessible.ts";
import { isFullyTested, lists } from "./lists.ts";
import { test } from "./listTest.ts";

const getFocusedLabel = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at?.getAttribute("aria-label") ?? at?.textContent ?? "";
  });

/** What the engine draws alike for all lists is searched on some. */
const commonTools = ["导出", "行高", "列设置"];

describe.each(lists)("$name", (list) => {
  test.override("list", list);

  test("is queried, read and left by keyboard alone, and the focus comes back", async ({ page, screen }) => {
    await screen.form.getByLabel("关键字").focus();
    await page.keyboard.type(list.keyword.text);
    await screen.waitForResponse(() => page.keyboard.press("Enter"));
    // On through the form, the chips and the toolbar to the first record, however many stops there are.
    const name = (await screen.getNameButton(0).textContent()) ?? "";
    for (let stop = 0; stop < 60 && (await getFocusedLabel(page)) !== name; stop += 1)
      await page.keyboard.press("Tab");
    expect(await getFocusedLabel(page)).toBe(name);
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name });
    await drawer.getByRole("term").first().waitFor();
    await page.waitForFunction(() => document.activeElement?.closest("[role=dialog]") !== null);
    // Nothing behind the drawer is reached from within it.
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
    }
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await page.waitForFunction((wanted) => document.activeElement?.textContent === wanted, name);
  });

  test("opens a record, which its address names, and walks to the ones before and after it", async ({
    page,
    screen,
  }) => {
    const ids = await screen.getVisibleIds();
    const titles = await Promise.all(
      [0, 1].map(async (at) => (await screen.getNameButton(at).textContent()) ?? ""),
    );
    await screen.getNameButton(0).click();
    const drawer = page.getByRole("dialog", { name: titles[0] ?? "" });
    await drawer.waitFor();
    const detail = () => new URL(page.url()).searchParams.get("detail");
    await expect.poll(detail).toBe(ids[0]);
    await expect.poll(() => drawer.getByRole("button", { name: "上一条" }).isDisabled()).toBe(true);
    await expect
      .poll(() => drawer.getByRole("term").allTextContents())
      .toEqual(expect.arrayContaining([...list.columns]));

    await drawer.getByRole("button", { name: "下一条" }).click();
    const next = page.getByRole("dialog", { name: titles[1] ?? "" });
    await next.waitFor();
    await expect.poll(detail).toBe(ids[1]);
    await next.getByRole("button", { name: "上一条" }).click();
    await drawer.waitFor();

    await page.keyboard.press("Escape");
    await page.waitForURL((url) => !url.searchParams.has("detail"));
    await drawer.waitFor({ state: "detached" });
    await page.waitForFunction((title) => document.activeElement?.textContent === title, titles[0] ?? "");
  });

  const ofToolbar = isFullyTested(list) ? ["新增", ...commonTools] : ["新增"];

  test(`has nothing for axe to find in light or dark, on the page and behind ${ofToolbar.join("、")}`, async ({
    page,
    screen,
  }) => {
    await expectAccessibleInBothSchemes(page);
    const toolbar = list.actionsByRole[list.account]?.toolbar ?? [];
    for (const name of toolbar.filter((one) => ofToolbar.includes(one))) {
      await screen.toolbar.getByRole("button", { name }).click();
      const role = name === "行高" ? "menu" : "dialog";
      const over = page.getByRole(role);
      await over.waitFor();
      await expectAccessibleInBothSchemes(page, `[role=${role}]`);
      await page.keyboard.press("Escape");
      await over.waitFor({ state: "detached" });
    }
  });

  test("has nothing for axe to find in light or dark, in a record's drawer and the dialogs of its acts", async ({
    page,
    screen,
  }) => {
    await screen.getNameButton(0).click();
    const [detail, dialog] = [screen.drawer.first(), screen.drawer.nth(1)];
    await detail.getByRole("term").first().waitFor();
    await expectAccessibleInBothSchemes(page, "[role=dialog]");
    // Once is enough: what opens above it is searched without it.
    await detail.evaluate((drawer) => drawer.setAttribute("data-searched", ""));
    const acts = list.actionsByRole[list.account]?.row ?? [];
    for (const act of acts.filter((name) => !list.linkActions?.includes(name))) {
      const button = detail.getByRole("button", { name: act, exact: true });
      // What the first record does not allow now opens nothing.
      if ((await button.getAttribute("aria-disabled")) === "true") continue;
      await button.click();
      await dialog.waitFor();
      await dialog.getByLabel(/^正在/).waitFor({ state: "detached" });
      await expectAccessibleInBothSchemes(page, "[role=dialog]:not([data-searched])");
      // Escape closes what lies on top, and that alone.
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      expect(await detail.count()).toBe(1);
      // What lies below hears Escape once the one that closed this is over.
      await page.evaluate(() => new Promise((over) => setTimeout(over)));
    }
    await page.keyboard.press("Escape");
    await detail.waitFor({ state: "detached" });
  });
});
