import { describe } from "vitest";
import { accounts } from "../../browser/signIn.ts";
import { test } from "../../browser/test.ts";
import { describePath } from "../../model/paths.ts";
import { browserPaths } from "./browserPaths.ts";
import { deskOf } from "./deskOf.ts";
import { socketDriver } from "./drivers/socket.ts";
import { replay } from "./replay.ts";

// Real time is waited for side by side; an account has one live session, so each is one path's at a time.
const phones = [accounts.operator, accounts.finance, accounts.maintainer, accounts.duty];
const turns = new Map<string, Promise<unknown>>();

async function inTurn(phone: string, work: () => Promise<void>): Promise<void> {
  const before = turns.get(phone);
  const mine = (before ?? Promise.resolve()).then(work);
  turns.set(
    phone,
    mine.catch(() => undefined),
  );
  await mine;
}

describe.concurrent(`${socketDriver.title} in the browser, in real time`, () => {
  const paths = browserPaths(socketDriver).map((path, number) => ({
    path,
    phone: phones[number % phones.length] ?? accounts.operator,
    name: `${number}: ${describePath(path)}`,
  }));
  test.for(paths)("$name", { timeout: 180_000 }, ({ path, phone }, { page, server, complaints }) =>
    inTurn(phone, async () => {
      complaints.allow(/Failed to load resource|WebSocket connection/);
      await replay(socketDriver, path, deskOf(page, server.url, phone));
    }),
  );
});
