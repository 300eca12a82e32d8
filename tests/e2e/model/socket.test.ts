/** @module-tag full */

import { describe } from "vitest";
import { test } from "../../browser/browserTest.ts";
import { demoAccounts } from "../../browser/signIn.ts";
import { describePath } from "../../model/findShortestPaths.ts";
import { findBrowserPaths } from "./browserPaths.ts";
import { createPathContext } from "./createPathContext.ts";
import { socketDriver } from "./drivers/socket.ts";
import { replayPath } from "./replayPath.ts";

// Paths run concurrently as they wait in real time. A login ends the account's other session: one path per account.
const phones = [demoAccounts.operator, demoAccounts.finance, demoAccounts.maintainer, demoAccounts.duty];
const queueByPhone = new Map<string, Promise<unknown>>();

async function runInTurn(phone: string, work: () => Promise<void>): Promise<void> {
  const before = queueByPhone.get(phone);
  const mine = (before ?? Promise.resolve()).then(work);
  queueByPhone.set(
    phone,
    mine.catch(() => undefined),
  );
  await mine;
}

describe.concurrent(`${socketDriver.title} in the browser, in real time`, () => {
  const paths = findBrowserPaths(socketDriver).map((path, number) => ({
    path,
    phone: phones[number % phones.length] ?? demoAccounts.operator,
    name: `${number}: ${describePath(path)}`,
  }));
  test.for(paths)("$name", ({ path, phone }, { page, server, consoleErrors }) =>
    runInTurn(phone, async () => {
      consoleErrors.allow(/Failed to load resource|WebSocket connection/);
      await replayPath(socketDriver, path, createPathContext(page, server.url, phone));
    }),
  );
});
