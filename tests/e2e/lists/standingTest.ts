import type { Page } from "playwright-core";
import { test as base } from "../../browser/consoleTest.ts";
import { tellPage } from "../../browser/keepPicture.ts";
import { takeBack } from "../../browser/tidyUp.ts";
import { listScreen } from "./listScreen.ts";
import { lists } from "./lists.ts";
import type { ListUnderTest } from "./listUnderTest.ts";
import { whereStands } from "./whereStands.ts";

interface Standing {
  readonly of: string;
  readonly page: Page;
  readonly leave: (failed: boolean) => Promise<void>;
}

const [first] = lists;
if (!first) throw new Error("there are no lists");

/**
 * `test` for the list contract: the tests of one list, which `test.override("list", list)` names, share one page
 * that is loaded once. Each takes `screen`, which stands on the bare list: where the test before left conditions, it
 * goes back to none as the way back does; where it left anything else, or failed, the page is loaded anew. Each list
 * has a profile with nothing of another in it.
 */
export const test = base
  .extend("list", first as ListUnderTest)
  .extend("account", ({ list }) => list.account)
  // With `server`, which is then stopped after the page is gone.
  .extend("standing", { scope: "file" }, ({ server: _ }, { onCleanup }) => {
    const standing = { now: null as Standing | null };
    onCleanup(async () => {
      await standing.now?.leave(false);
    });
    return standing;
  })
  .extend(
    "page",
    async (
      { standing, ofWorker: { profiles }, server, changes, start, list, account, task },
      { onCleanup },
    ) => {
      const of = `${account} ${list.name}`;
      const leave = async (failed: boolean) => {
        const { now } = standing;
        standing.now = null;
        await now?.leave(failed);
      };
      if (standing.now?.of !== of) await leave(false);
      const open = async (): Promise<Standing> => {
        const page = await profiles.take(server.url, start);
        return {
          of,
          page,
          leave: (failed) => (failed ? page.context().close() : profiles.giveBack(page, server.url, start)),
        };
      };
      const { page } = (standing.now ??= await open());
      changes.listenTo(page);
      onCleanup(async () => {
        if (task.result?.state === "fail") {
          await tellPage(page, task.name).catch(() => undefined);
          return leave(true);
        }
        await takeBack(page);
      });
      return page;
    },
  )
  // With `complaints`, which must hear what is said while the page loads.
  .extend("screen", async ({ page, list, complaints: _ }) => {
    const screen = listScreen(page, list);
    if ((await whereStands(page, list.path)) === "with conditions") await screen.go();
    if ((await whereStands(page, list.path)) !== "bare") await screen.open();
    return screen;
  });
