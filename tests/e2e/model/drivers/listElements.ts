import type { Observed } from "../../../model/createReference.ts";
import type { PathContext } from "../defineDriver.ts";
import { waitForValue } from "../waitUntil.ts";

export const getTable = ({ page }: PathContext) => page.getByRole("table").first();
export const getButton = ({ page }: PathContext, name: string) =>
  page.getByRole("button", { name, exact: true });
export const getBodyRows = (ctx: PathContext) => getTable(ctx).locator("tbody tr:not([aria-hidden])");
export const getSearchParams = ({ page }: PathContext) => new URL(page.url()).searchParams;

/** Waits until the URL has no page parameter, which means the first page. */
export const expectFirstPage = ({ page }: PathContext) =>
  page.waitForURL((url) => !url.searchParams.has("page"));

/** Expects this number of rows. */
export const expectRows = (ctx: PathContext, expected: number) =>
  waitForValue(() => getBodyRows(ctx).count(), expected, "the number of rows");

export async function searchKeyword(ctx: PathContext, keyword: string): Promise<void> {
  await ctx.page.getByLabel("关键字").fill(keyword);
  await getButton(ctx, "查询").click();
}

export async function expectConditions(
  ctx: PathContext,
  { typed, keyword, pageNo, selected }: Observed,
): Promise<void> {
  await waitForValue(
    () => getSearchParams(ctx).get("keyword") ?? "",
    String(keyword),
    "the keyword in the URL",
  );
  await waitForValue(() => getSearchParams(ctx).get("page") ?? "1", String(pageNo), "the page in the URL");
  const changed = ctx.page.getByText("条件已修改，点击查询", { exact: true });
  await waitForValue(
    () => changed.count(),
    typed === keyword ? 0 : 1,
    "the number of hints about changed filters",
  );
  const chosen = Array.isArray(selected) ? selected.length : 0;
  if (chosen > 0) await ctx.page.getByText(`已选 ${chosen} 条`, { exact: true }).waitFor();
}
