import type { Locator, Page, Response } from "playwright-core";
import * as z from "zod/mini";
import { type ListSpec, toServerPath } from "./listSpec.ts";

const listResponse = z.object({ data: z.object({ list: z.array(z.object({ id: z.string() })) }) });

const answerSchema = z.looseObject({ data: z.looseObject({}) });

/** Body of the first page request of a list. A tree is loaded as one page. */
export const firstPage = ({ tree }: Pick<ListSpec, "tree">, pageSize = 50) => ({
  pageNo: 1,
  pageSize: tree ? 200 : pageSize,
});

/** Navigates within the document, as Back and Forward do. */
export const navigateTo = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, address);

/** Page object of a list page. */
export function listPageObject(at: Page, list: Pick<ListSpec, "path" | "noun" | "call">) {
  const main = at.getByRole("main");
  const table = main.getByRole("table", { name: `${list.noun}列表` });
  /** Rows are cards on a phone. */
  const frame = `:is(table, section)[aria-label="${list.noun}列表"]`;
  const rows = main.locator(`${frame} :is(tr, li)[data-id]`);
  const isCall = (url: string) => new URL(url).pathname === toServerPath(list.call);

  const toAddress = (search: string) =>
    `${list.path}${search && (list.path.includes("?") ? "&" : "?")}${search}`;

  /** Waits until the table is not loading. */
  const waitForIdle = () => at.locator(`${frame}[aria-busy="false"]`).waitFor();
  /** Runs `action`; returns the response of the list call that it causes, once the table has rendered it. */
  const waitForResponse = async (action: () => Promise<unknown>): Promise<Response> => {
    const [response] = await Promise.all([at.waitForResponse((item) => isCall(item.url())), action()]);
    await waitForIdle();
    return response;
  };
  return {
    main,
    table,
    rows,
    form: main.getByRole("search"),
    toolbar: main.getByRole("toolbar"),
    pager: main.getByRole("navigation", { name: "分页" }),
    chips: main.getByRole("group", { name: "已生效的条件" }),
    drawer: at.getByRole("dialog"),
    isCall,
    waitForIdle,
    waitForResponse,
    /** Loads the list's page with additional URL parameters. */
    open: async (search = "") => {
      await at.goto(toAddress(search));
      await waitForIdle();
    },
    /** Changes the list's URL parameters within the document, as Back and Forward do. */
    navigate: (search = "") => waitForResponse(() => navigateTo(at, toAddress(search))),
    /** Body of the list call that `action` causes. */
    captureRequestBody: async (action: () => Promise<unknown>): Promise<unknown> =>
      (await waitForResponse(action)).request().postDataJSON(),
    /** Ids in the response of the list call that `action` causes. */
    captureResponseIds: async (action: () => Promise<unknown>): Promise<string[]> =>
      listResponse.parse(await (await waitForResponse(action)).json()).data.list.map(({ id }) => id),
    /** The button with a record's name, which opens its detail. */
    getNameButton: (at: number) =>
      rows
        .nth(at)
        .getByRole("button", { name: /^(?!收起|展开)/ })
        .first(),
    /** Opens a record's detail by the address, as its name may lead to a page of its own. */
    openDetail: async (row: Locator) => {
      const address = new URL(at.url());
      address.searchParams.set("detail", (await row.getAttribute("data-id")) ?? "");
      await navigateTo(at, `${address.pathname}${address.search}`);
    },
    /** Ids of the rendered rows. */
    getVisibleIds: (): Promise<string[]> =>
      rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-id") ?? "")),
    getColumnTitles: async (): Promise<string[]> =>
      (await table.locator("thead th").allTextContents()).filter((text) => text !== "" && text !== "操作"),
    /** Lets the list call answer without records. Some answers include counts and sums, which are left unchanged. */
    removeRecords: () =>
      at.route(`**${toServerPath(list.call)}`, async (route) => {
        const answer = answerSchema.parse(await (await route.fetch()).json());
        await route.fulfill({ json: { ...answer, data: { ...answer.data, list: [], total: 0 } } });
      }),
    /** Starts counting list calls; returns a getter of the count. */
    countCalls: (): (() => number) => {
      let count = 0;
      at.on("request", (request) => {
        if (isCall(request.url())) count += 1;
      });
      return () => count;
    },
  };
}

/** Loads a list's page with additional URL parameters; returns its page object. */
export async function openList(page: Page, list: Parameters<typeof listPageObject>[1], search?: string) {
  const screen = listPageObject(page, list);
  await screen.open(search);
  return screen;
}
