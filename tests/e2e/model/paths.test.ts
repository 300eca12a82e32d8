import { describe } from "vitest";
import { complaintsOf } from "../../browser/complaints.ts";
import { tellPage } from "../../browser/keepPicture.ts";
import { accounts } from "../../browser/signIn.ts";
import { test } from "../../browser/test.ts";
import { describePath } from "../../model/paths.ts";
import { browserPaths } from "./browserPaths.ts";
import { drivers } from "./drivers.ts";
import { openDesk } from "./openDesk.ts";
import { replay } from "./replay.ts";

describe.each(drivers)("$title in the browser", (driver) => {
  const paths = browserPaths(driver).map((path, number) => ({
    path,
    name: `${number}: ${describePath(path)}`,
  }));
  test.for(paths)("$name", async ({ path, name }, { browser, server, onTestFailed }) => {
    const desk = await openDesk(browser, server.url, accounts.operator);
    const complaints = complaintsOf(desk.page);
    // Provoked faults are reported by the browser itself.
    complaints.allow(/Failed to load resource|接口请求失败|WebSocket connection/);
    onTestFailed(async () => {
      for (const [tab, page] of desk.context.pages().entries())
        await tellPage(page, `${driver.machine} ${name} ${tab}`).catch(() => undefined);
      await desk.context.close();
    });
    await replay(driver, path, desk);
    complaints.none();
    await desk.context.close();
  });
});
