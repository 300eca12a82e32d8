import type { Page, Response } from "playwright-core";
import * as z from "zod/mini";
import { type ListSpec, toServerPath } from "./listSpec.ts";

const listResponse = z.object({ data: z.object({ list: z.array(z.object({ id: z.string() })) }) });

/** The page request of a list that is just opened; a tree comes as one page. */
export const firstPage = ({ tree }: Pick<ListSpec, "tree">, pageSize = 20) => ({
  pageNo: 1,
  pageSize: tree ? 200 : pageSize,
});

/** Brings the console that stands to another of its addresses as the ways back and forward do, without a new document. */
export const navigateTo = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, address);

/** A list as an operator has it on the screen. */
export function listPageObject(at: Page, list: Pick<ListSpec, "path" | "noun" | "call">) {
  const main = at.getByRole("main");
  const table = main.getByRole("table", { name: `${list.noun}列表` });
  const rows = table.locator("tbody tr[data-id]");
  const isCall = (url: string) => new URL(url).pathname === toServerPath(list.call);

  const toAddress = (search: string) =>
    `${list.path}${search && (list.path.includes("?") ? "&" : "?")}${search}`;

  /** Waits until no answer is awaited any more. */
  const waitForIdle = () => at.locator(`table[aria-label="${list.noun}列表"][aria-busy="false"]`).waitFor();
  /** The answer to the list call that an act causes, once it is on the screen. */
  const waitForResponse = async (act: () => Promise<unknown>): Promise<Response> => {
    const [response] = await Promise.all([at.waitForResponse((item) => isCall(item.url())), act()]);
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
    /** Opens the list by its address, with these parameters beside its own. */
    open: async (search = "") => {
      await at.goto(toAddress(search));
      await waitForIdle();
    },
    /** Goes from one address of the list to another as the ways back and forward do: on the document that stands. */
    navigate: (search = "") => waitForResponse(() => navigateTo(at, toAddress(search))),
    /** Body of the list call that an act causes. */
    captureRequestBody: async (act: () => Promise<unknown>): Promise<unknown> =>
      (await waitForResponse(act)).request().postDataJSON(),
    /** Ids of the rows of the answer that an act brings. */
    captureResponseIds: async (act: () => Promise<unknown>): Promise<string[]> =>
      listResponse.parse(await (await waitForResponse(act)).json()).data.list.map(({ id }) => id),
    /** A record's name, which opens it. */
    getNameButton: (at: number) =>
      rows
        .nth(at)
        .getByRole("button", { name: /^(?!收起|展开)/ })
        .first(),
    /** Ids of the rows on the screen. */
    getVisibleIds: (): Promise<string[]> =>
      rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-id") ?? "")),
    getColumnTitles: async (): Promise<string[]> =>
      (await table.locator("thead th").allTextContents()).filter((text) => text !== "" && text !== "操作"),
    /** Counts the list calls from now on. */
    countCalls: (): (() => number) => {
      let count = 0;
      at.on("request", (request) => {
        if (isCall(request.url())) count += 1;
      });
      return () => count;
    },
  };
}
