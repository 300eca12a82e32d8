import { describe } from "vitest";
import { test } from "../../browser/browserTest.ts";
import { demoAccounts } from "../../browser/signIn.ts";
import { describePath } from "../../model/findShortestPaths.ts";
import { allDrivers } from "./allDrivers.ts";
import { findBrowserPaths } from "./browserPaths.ts";
import { createPathContext } from "./createPathContext.ts";
import { alarmsDriver } from "./drivers/alarms.ts";
import { editDriver } from "./drivers/edit.ts";
import { listDrivers } from "./drivers/list.ts";
import { sessionDriver } from "./drivers/session.ts";
import { replayPath } from "./replayPath.ts";

/** The first path of these is daily. Lists share their machine; the acts of the other drivers have daily tests of their own. */
const dailyDrivers = [sessionDriver, listDrivers[0], editDriver, alarmsDriver];

describe.each(allDrivers.filter(({ isRepetition }) => !isRepetition))("$title in the browser", (driver) => {
  for (const [number, path] of findBrowserPaths(driver).entries()) {
    const isDaily = number === 0 && dailyDrivers.includes(driver);
    test(`${number}: ${describePath(path)}`, { tags: isDaily ? [] : ["full"] }, async ({
      page,
      server,
      consoleErrors,
    }) => {
      // The browser logs the errors that the paths provoke.
      consoleErrors.allow(/Failed to load resource|接口请求失败|接口的回答与约定不符|WebSocket connection/);
      await replayPath(driver, path, createPathContext(page, server.url, demoAccounts.operator));
    });
  }
});
