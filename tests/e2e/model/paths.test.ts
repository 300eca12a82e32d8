import { describe } from "vitest";
import { accounts } from "../../browser/signIn.ts";
import { test } from "../../browser/test.ts";
import { describePath } from "../../model/paths.ts";
import { browserPaths } from "./browserPaths.ts";
import { deskOf } from "./deskOf.ts";
import { drivers } from "./drivers.ts";
import { replay } from "./replay.ts";

describe.each(drivers)("$title in the browser", (driver) => {
  const paths = browserPaths(driver).map((path, number) => ({
    path,
    name: `${number}: ${describePath(path)}`,
  }));
  test.for(paths)("$name", async ({ path }, { page, server, complaints }) => {
    // Provoked faults are reported by the browser itself.
    complaints.allow(/Failed to load resource|接口请求失败|WebSocket connection/);
    await replay(driver, path, deskOf(page, server.url, accounts.operator));
  });
});
