import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../../browser/browserTest.ts";
import { type SocketProxy, startSocketProxy } from "../../browser/socketProxy.ts";
import { createPathContext } from "./createPathContext.ts";
import { enterWithSession } from "./enterWithSession.ts";
import { chooseAvatarItem, expectLogin, getMenu } from "./pageChecks.ts";

interface EndedSession {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly proxy: SocketProxy;
}

/** Ways in which the console's WebSocket ends without reconnecting. */
const endCases = [
  {
    how: "a logout",
    row: "R-182",
    end: async ({ page, proxy }: EndedSession) => {
      // Hides the server's close of the ended session, so that the page must close by itself.
      proxy.sockets[0]?.mute();
      await chooseAvatarItem(page, "退出登录");
    },
  },
  {
    how: "15 minutes and 3 seconds without a click",
    row: "R-169",
    end: ({ context }: EndedSession) => context.clock.fastForward(904_000),
  },
  {
    how: "a frame of type 6",
    row: "R-183",
    end: async ({ proxy }: EndedSession) =>
      proxy.sockets[0]?.send({ type: 6, at: "2026-11-20T06:00:00.000Z", data: null }),
  },
];

describe("no handshake follows within 60 s", () => {
  test.for(endCases)("$how", { tags: "full" }, async ({ end }, { page, context, server, consoleErrors }) => {
    consoleErrors.allow(/WebSocket connection|Failed to load resource/);
    await using proxy = await startSocketProxy(server.url);
    await context.clock.install();
    await enterWithSession(createPathContext(page, proxy.url, "13800000003"), "/account/userList");
    await getMenu(page).waitFor();
    await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
    expect(proxy.sockets).toHaveLength(1);
    expect(page.workers()).toHaveLength(1);
    await end({ page, context, proxy });
    await expectLogin(page);
    await expect.poll(() => proxy.sockets[0]?.closedByPageAt ?? null).not.toBeNull();
    await context.clock.fastForward(60_000);
    // The worker's clock cannot be advanced, but the worker must be gone, so nothing can reconnect.
    await expect.poll(() => page.workers().length).toBe(0);
    // What the worker had begun before has arrived once a later request has its answer.
    await page.evaluate(() => fetch("/config.json").then((answer) => answer.text()));
    expect(proxy.sockets).toHaveLength(1);
  });
});
