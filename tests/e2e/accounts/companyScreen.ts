import type { Locator, Page } from "playwright-core";
import { listScreen } from "../lists/listScreen.ts";

const list = { path: "/account/accountList", noun: "企业", call: "/company/pageList" };

/** 账号列表 with what is done to its rows. */
export function companyScreen(page: Page) {
  const screen = listScreen(page, list);
  const dialog = page.getByRole("dialog");
  const pick = async (field: Locator, option: string | RegExp): Promise<void> => {
    await field.click();
    await page.getByRole("option", { name: option }).first().click();
  };
  return {
    ...screen,
    dialog,
    pick,
    field: (label: string) => dialog.getByRole("textbox", { name: label, exact: true }),
    choice: (label: string) => dialog.getByRole("combobox", { name: label }),
    /** Begins an act of a row, wherever it stands. */
    act: async (row: Locator, name: string): Promise<void> => {
      const inSight = row.getByRole("button", { name: new RegExp(`^${name} `) });
      if ((await inSight.count()) > 0) return inSight.click();
      await row.getByRole("button", { name: /^更多操作/ }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    },
    said: (text: string) => page.getByText(text, { exact: true }).first().waitFor(),
    closed: () => dialog.waitFor({ state: "detached" }),
  };
}
