import type { Locator, Page } from "playwright-core";

/** A list page as an operator sees it. */
export interface ListOnScreen {
  readonly rows: Locator;
  readonly keyword: Locator;
  /** What the main column says, row by row. */
  readonly names: () => Promise<string[]>;
  /** Waits until rows stand and none of them is from before. */
  readonly settled: () => Promise<void>;
  /** `?…` of the address, readable. */
  readonly search: () => string;
}

export function listOnScreen(page: Page): ListOnScreen {
  const table = page.getByRole("table").first();
  const rows = table.locator("tbody tr[data-id]");
  return {
    rows,
    keyword: page.getByRole("textbox", { name: "关键字" }),
    names: async () => {
      const names = await rows.locator("td:nth-child(2), td:nth-child(1):not(:has(input))").allInnerTexts();
      return names.map((name) => name.trim());
    },
    settled: async () => {
      await page.locator('table[aria-busy="false"]').first().waitFor();
      await rows.first().waitFor();
    },
    search: () => decodeURIComponent(new URL(page.url()).search),
  };
}
