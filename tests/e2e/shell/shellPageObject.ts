import type { Page } from "playwright-core";
import { expect } from "vitest";
import { openMenuGroup } from "../../browser/openMenuGroup.ts";

/** Page object of the shell around every page. */
export function shellPageObject(page: Page) {
  const menu = page.getByRole("navigation", { name: "主菜单" });
  const bar = page.getByRole("region", { name: "顶栏" });
  const tags = page.getByRole("navigation", { name: "已打开的页面" });
  /** Waits until the page with this title is shown. */
  const waitForPage = async (title: string) => {
    await page.waitForFunction((wanted) => document.title === wanted, `${title} - 后台管理`);
    await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
  };
  return {
    menu,
    bar,
    tags,
    breadcrumb: page.getByRole("navigation", { name: "面包屑" }),
    main: page.getByRole("main"),
    tool: (name: string) => bar.getByRole("button", { name, exact: true }),
    tag: (title: string) => tags.getByRole("link", { name: title, exact: true }),
    getTagTitles: () => tags.getByRole("link").allTextContents(),
    /** Value of a cookie, or undefined. */
    cookie: async (name: string) =>
      (await page.context().cookies()).find((cookie) => cookie.name === name)?.value,
    /** The keyword field of the visible list; hidden pages stay mounted with theirs. */
    keyword: page.getByRole("main").getByLabel("关键字").filter({ visible: true }),
    waitForPage,
    /** Loads a page. */
    open: async (path: string, title: string) => {
      await page.goto(path);
      await waitForPage(title);
    },
    /** Opens a page from the menu. */
    goTo: async (group: string, title: string) => {
      const opener = menu.getByRole("button", { name: group, exact: true });
      await openMenuGroup(opener);
      await menu.getByRole("link", { name: title, exact: true }).click();
    },
    /** Navigates within the document, as Back, Forward and links do. */
    navigateWithin: (path: string) =>
      page.evaluate((to) => {
        history.pushState(null, "", to);
        dispatchEvent(new PopStateEvent("popstate"));
      }, path),
  };
}

/** Size of an element, CSS px. */
export async function getSize(part: ReturnType<Page["locator"]>): Promise<{ width: number; height: number }> {
  const box = await part.boundingBox();
  expect(box).not.toBeNull();
  return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
}
