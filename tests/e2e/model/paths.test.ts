import { describe } from "vitest";
import { test } from "../../browser/browserTest.ts";
import { demoAccounts } from "../../browser/signIn.ts";
import { describePath } from "../../model/findShortestPaths.ts";
import { allDrivers } from "./allDrivers.ts";
import { findBrowserPaths } from "./browserPaths.ts";
import { createPathContext } from "./createPathContext.ts";
import { listDrivers } from "./drivers/list.ts";
import { replayPath } from "./replayPath.ts";

/** Lists share their machine: daily one of them is walked. */
const otherLists = listDrivers.slice(1);

describe.each(allDrivers.filter(({ isRepetition }) => !isRepetition))("$title in the browser", (driver) => {
  for (const [number, path] of findBrowserPaths(driver).entries()) {
    const isDaily = number === 0 && !otherLists.includes(driver);
    test(`${number}: ${describePath(path)}`, { tags: isDaily ? [] : ["full"] }, async ({
      page,
      server,
      consoleErrors,
    }) => {
      // The browser logs the errors that the paths provoke.
      consoleErrors.allow(/Failed to load resource|接口请求失败|WebSocket connection/);
      await replayPath(driver, path, createPathContext(page, server.url, demoAccounts.operator));
    });
  }
});
