import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../../browser/browserTest.ts";
import { type SocketProxy, startSocketProxy } from "../../browser/socketProxy.ts";
import { enterWithSession } from "./enterWithSession.ts";
import { chooseAvatarItem, expectLogin, getMenu } from "./pageChecks.ts";

interface EndedSession {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly gate: SocketProxy;
}

/** How the console's live connection ends for good, each with what an operator does or the server says. */
const endCases = [
  {
    how: "a log-out",
    row: "R-182",
    go: async ({ page, gate }: EndedSession) => {
      // The server closes an ended session's line too: here the page has to do it by itself.
      gate.sockets[0]?.mute();
      await chooseAvatarItem(page, "退出登录");
    },
  },
  {
    how: "15 minutes and 3 seconds without a click",
    row: "R-169",
    go: ({ context }: EndedSession) => context.clock.fastForward(904_000),
  },
  {
    how: "a type 6",
    row: "R-183",
    go: async ({ gate }: EndedSession) =>
      gate.sockets[0]?.send({ type: 6, at: "2026-11-20T06:00:00.000Z", data: null }),
  },
];

describe("no handshake follows within 60 s", () => {
  test.for(endCases)("$how", async ({ go }, { page, context, server, consoleErrors }) => {
    consoleErrors.allow(/WebSocket connection|Failed to load resource/);
    await using gate = await startSocketProxy(server.url);
    await context.clock.install();
    await enterWithSession(page, gate.url, "13800000003", "/account/userList");
    await getMenu(page).waitFor();
    await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
    expect(gate.sockets).toHaveLength(1);
    expect(page.workers()).toHaveLength(1);
    await go({ page, context, gate });
    await expectLogin(page);
    await expect.poll(() => gate.sockets[0]?.closedByPageAt ?? null, { timeout: 15_000 }).not.toBeNull();
    await context.clock.fastForward(60_000);
    // The connection lives in a worker, whose time is nobody's to wind on: it is gone, and nothing is left to connect.
    await expect.poll(() => page.workers().length, { timeout: 15_000 }).toBe(0);
    await page.waitForTimeout(500);
    expect(gate.sockets).toHaveLength(1);
  });
});
