import type { Page } from "playwright-core";
import { waitForStable } from "../../browser/waitForStable.ts";
import { listPageObject } from "./listPageObject.ts";
import { lists } from "./lists.ts";

/** Page object of 账号列表 and its form. */
export function companyPageObject(page: Page) {
  const [companies] = lists;
  if (!companies) throw new Error("the company list is not among the lists");
  const screen = listPageObject(page, companies);
  const record = page.getByRole("dialog", { name: /^(新增|编辑)企业$/ });
  return {
    ...screen,
    record,
    /** Opens the list filtered by a company's name. */
    openByName: (name: string) => screen.open(new URLSearchParams({ keyword: name }).toString()),
    /** Opens the list and the form of a new company; waits until the first field has the focus. */
    openNew: async (query?: string) => {
      await screen.open(query);
      await screen.toolbar.getByRole("button", { name: "新增" }).click();
      await record.locator("input:focus").waitFor();
    },
    /** Chooses a region step by step, starting with the province. */
    chooseRegion: async (...steps: readonly string[]) => {
      await record.getByRole("textbox", { name: "地区", exact: true }).click();
      for (const step of steps) await page.getByRole("option", { name: step }).click();
    },
    /** The row of a company. */
    row: (name: string) => screen.rows.filter({ has: page.getByRole("button", { name, exact: true }) }),
    /** Starts a row action from the company's detail, which has all of them. */
    runRowAction: async (name: string, action: string) => {
      await screen.openDetail(screen.rows.filter({ has: page.getByRole("button", { name, exact: true }) }));
      await page.getByRole("dialog", { name }).getByRole("button", { name: action, exact: true }).click();
    },
    field: (label: string) => record.getByRole("textbox", { name: label, exact: true }),
    /** Chooses an option of a combobox. */
    choose: async (within: ReturnType<Page["getByRole"]>, label: string, option: string | RegExp) => {
      await within.getByRole("combobox", { name: label, exact: true }).click();
      const choice = page.getByRole("option", { name: option, exact: true }).first();
      await waitForStable(choice);
      await choice.click();
    },
    /** Fills in text fields by label. */
    fill: async (values: Readonly<Record<string, string>>) => {
      for (const [label, value] of Object.entries(values))
        await record.getByRole("textbox", { name: label, exact: true }).fill(value);
    },
  };
}

/** A company that is not in the demo data. */
export const newCompanyFields = {
  企业名称: "武汉晴川低空服务有限公司",
  简称: "晴川低空",
  统一社会信用代码: "91420100MA4KXYQ12H",
  详细地址: "江岸区沿江大道1号",
  联系人: "程远",
  联系电话: "13907110001",
  姓名: "程远",
  登录手机号: "13907110002",
} as const;

/** Loads 账号列表 with additional URL parameters; returns its page object. */
export async function openCompanies(page: Page, search?: string) {
  const screen = companyPageObject(page);
  await screen.open(search);
  return screen;
}
