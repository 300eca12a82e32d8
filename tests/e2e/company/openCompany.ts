import type { Page } from "playwright-core";

/** The id of the first company that the account list finds, with its name. */
export async function findCompany(page: Page, search = ""): Promise<{ id: string; name: string }> {
  await page.goto(`/account/accountList${search && `?${search}`}`);
  // A row of the table; on a phone a card.
  const row = page.getByRole("main").locator("[data-id]").filter({ visible: true }).first();
  await row.waitFor();
  const name = await row.getByRole("button").first().textContent();
  return { id: (await row.getAttribute("data-id")) ?? "", name: name ?? "" };
}

/** Page object of 企业全景. */
export function companyPageObject(page: Page) {
  const main = page.getByRole("main");
  const tabs = main.getByRole("tablist", { name: "企业的资料" }).filter({ visible: true });
  return {
    main,
    tabs,
    tab: (name: string) => tabs.getByRole("tab", { name: new RegExp(`^${name}`) }),
    head: main.getByRole("region", { name: "企业概要" }).filter({ visible: true }),
    heading: main.getByRole("heading", { level: 1 }).filter({ visible: true }),
    table: (name: string) => main.getByRole("table", { name, exact: true }).filter({ visible: true }),
    /** The titles of the tabs, without their counts. */
    getTabTitles: async () =>
      (await tabs.getByRole("tab").allTextContents()).map((text) => text.replace(/[\d,]+$/, "")),
    open: async (id: string, search = "") => {
      await page.goto(`/company/${id}${search}`);
      await tabs.waitFor();
      await main.getByRole("region", { name: "企业概要" }).waitFor();
    },
  };
}
