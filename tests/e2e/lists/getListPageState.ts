import type { Page } from "playwright-core";

/**
 * How a page stands to a list: on it without conditions and with nothing open, typed, selected or failed; on it with
 * conditions alone; or in any other way.
 */
export async function getListPageState(
  page: Page,
  path: string,
): Promise<"bare" | "with conditions" | "elsewhere"> {
  const { pathname, search, origin } = new URL(page.url());
  const expectedUrl = new URL(path, "http://console");
  if (origin === "null" || pathname !== expectedUrl.pathname) return "elsewhere";
  const { rows, isDirty } = await page.evaluate(() => {
    const isVisible = (item: Element) => item.checkVisibility({ visibilityProperty: true });
    const overlays = [...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu]")];
    const mainText = document.querySelector("main")?.textContent ?? "";
    return {
      rows: document.querySelectorAll("main table[aria-busy=false] tr[data-id]").length,
      isDirty: overlays.some(isVisible) || /条件已修改|已选 \d|加载失败/.test(mainText),
    };
  });
  if (isDirty || new URLSearchParams(search).has("detail")) return "elsewhere";
  if (search !== expectedUrl.search) return "with conditions";
  return rows > 0 ? "bare" : "elsewhere";
}
