import type { Page } from "playwright-core";

/**
 * How a page stands to a list: on it without conditions and with nothing open, typed, selected or failed; on it with
 * conditions alone; or in any other way.
 */
export async function whereStands(
  page: Page,
  path: string,
): Promise<"bare" | "with conditions" | "elsewhere"> {
  const { pathname, search, origin } = new URL(page.url());
  const wanted = new URL(path, "http://console");
  if (origin === "null" || pathname !== wanted.pathname) return "elsewhere";
  const { rows, left } = await page.evaluate(() => {
    const seen = (one: Element) => one.checkVisibility({ visibilityProperty: true });
    const over = [...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu]")];
    const words = document.querySelector("main")?.textContent ?? "";
    return {
      rows: document.querySelectorAll("main table[aria-busy=false] tr[data-id]").length,
      left: over.some(seen) || /条件已修改|已选 \d|加载失败/.test(words),
    };
  });
  if (left || new URLSearchParams(search).has("detail")) return "elsewhere";
  if (search !== wanted.search) return "with conditions";
  return rows > 0 ? "bare" : "elsewhere";
}
