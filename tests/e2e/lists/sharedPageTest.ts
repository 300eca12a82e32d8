import type { Page } from "playwright-core";
import { logPage } from "../../browser/saveScreenshot.ts";
import { test as base } from "../../browser/signedInTest.ts";
import { undoSetup } from "../../browser/tidyUp.ts";
import { getListPageState } from "./getListPageState.ts";
import { listPageObject } from "./listPageObject.ts";
import type { ListSpec } from "./listSpec.ts";
import { lists } from "./lists.ts";

interface SharedPage {
  readonly key: string;
  readonly page: Page;
  readonly release: (failed: boolean) => Promise<void>;
}

const [firstList] = lists;
if (!firstList) throw new Error("there are no lists");

/**
 * `test` for the list contract: the tests of one list, which `test.override("list", list)` names, share one page
 * that is loaded once. Each takes `screen`, which stands on the bare list: where the test before left conditions, it
 * goes back to none as the way back does; where it left anything else, or failed, the page is loaded anew. Each list
 * has a profile with nothing of another in it.
 */
export const test = base
  .extend("list", firstList as ListSpec)
  .extend("account", ({ list }) => list.account)
  // With `server`, which is then stopped after the page is gone.
  .extend("sharedPage", { scope: "file" }, ({ server: _ }, { onCleanup }) => {
    const sharedPage = { now: null as SharedPage | null };
    onCleanup(async () => {
      await sharedPage.now?.release(false);
    });
    return sharedPage;
  })
  .extend(
    "page",
    async (
      { sharedPage, workerFixtures: { contextPool }, server, changes, state, list, account, task },
      { onCleanup },
    ) => {
      const key = `${account} ${list.name}`;
      const leave = async (failed: boolean) => {
        const { now } = sharedPage;
        sharedPage.now = null;
        await now?.release(failed);
      };
      if (sharedPage.now?.key !== key) await leave(false);
      const open = async (): Promise<SharedPage> => {
        const page = await contextPool.take(server.url, state);
        return {
          key,
          page,
          release: (failed) =>
            failed ? page.context().close() : contextPool.giveBack(page, server.url, state),
        };
      };
      const { page } = (sharedPage.now ??= await open());
      changes.listenTo(page);
      onCleanup(async () => {
        if (task.result?.state === "fail") {
          await logPage(page, task.name).catch(() => undefined);
          return leave(true);
        }
        await undoSetup(page);
      });
      return page;
    },
  )
  // With `consoleErrors`, which must hear what is said while the page loads.
  .extend("screen", async ({ page, list, consoleErrors: _ }) => {
    const screen = listPageObject(page, list);
    if ((await getListPageState(page, list.path)) === "with conditions") await screen.navigate();
    if ((await getListPageState(page, list.path)) !== "bare") await screen.open();
    return screen;
  });
