import { describe } from "vitest";
import { test } from "../../browser/browserTest.ts";
import { demoAccounts } from "../../browser/signIn.ts";
import { describePath } from "../../model/findShortestPaths.ts";
import { allDrivers } from "./allDrivers.ts";
import { findBrowserPaths } from "./browserPaths.ts";
import { createPathContext } from "./createPathContext.ts";
import { replayPath } from "./replayPath.ts";

describe.each(allDrivers.filter(({ isRepetition }) => !isRepetition))("$title in the browser", (driver) => {
  const paths = findBrowserPaths(driver).map((path, number) => ({
    path,
    name: `${number}: ${describePath(path)}`,
  }));
  test.for(paths)("$name", async ({ path }, { page, server, consoleErrors }) => {
    // The browser logs the errors that the paths provoke.
    consoleErrors.allow(/Failed to load resource|接口请求失败|WebSocket connection/);
    await replayPath(driver, path, createPathContext(page, server.url, demoAccounts.operator));
  });
});
