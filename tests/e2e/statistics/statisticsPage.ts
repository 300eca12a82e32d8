import type { Locator, Page } from "playwright-core";

/** Fen of `¥1,234.50`. */
export const toFen = (text: string): number => Math.round(Number(text.replaceAll(/[¥,]/g, "")) * 100);
/** A number with separators, `1,234`. */
export const toNumber = (text: string): number => Number(text.replaceAll(",", ""));

/** Page object of 增量统计. */
export function statisticsPage(page: Page) {
  const main = page.getByRole("main");
  const getCard = (title: string): Locator => main.getByRole("region", { name: title, exact: true });
  const getFigure = (name: string): Locator => main.locator(`li[data-measure="${name}"]`);
  return {
    main,
    getCard,
    getFigure,
    /** The drawn chart of a card. */
    getChart: (title: string): Locator => getCard(title).getByRole("img", { name: `${title}，` }),
    /** Loads the page and waits until every card has its figures. */
    open: async (search: string) => {
      await page.goto(`/statistics/echarts${search}`);
      await getFigure("flights").getByText("累计").waitFor();
      await getFigure("amount").getByText("累计").waitFor();
      await getFigure("companies").getByText("累计").waitFor();
    },
    /** The big number of a card. */
    readFigure: async (name: string): Promise<string> =>
      (await getFigure(name).locator("[class*=value]").textContent()) ?? "",
    /** Opens the data view of a chart; returns its rows of texts, head first, sums last. */
    readTable: async (title: string): Promise<string[][]> => {
      const card = getCard(title);
      const button = card.getByRole("button", { name: `${title}：数据表` });
      await button.or(card.getByRole("button", { name: `${title}：图表` })).waitFor();
      if (await button.isVisible()) await button.click();
      await card.getByRole("row").first().waitFor();
      return card
        .getByRole("row")
        .evaluateAll((rows) =>
          rows.map((row) => [...row.children].map((cell) => (cell.textContent ?? "").trim())),
        );
    },
  };
}
