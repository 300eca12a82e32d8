import type { Page } from "playwright-core";

/** Opens a page that the specification's menu does not have, by its link below the menu. */
export const openOwnPage = (page: Page, title: string): Promise<void> =>
  page.getByRole("list", { name: "更多页面" }).getByRole("link", { name: title, exact: true }).click();
