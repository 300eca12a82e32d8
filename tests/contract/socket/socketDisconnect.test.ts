import { expect, test } from "vitest";
import { createConnection, type SocketServices } from "../../../server/socket/connection.ts";
import type { SocketTransport } from "../../../server/socket/transport.ts";
import type { LiveFeed } from "../../../server/telemetry/feed/liveFeed.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";

test("Who leaves while the registration waits for the database is let into no feed", async () => {
  const ctx = await createTestPlatform();
  const session = {
    id: "1",
    staffId: ctx.staff.duty.id,
    tokenHash: "",
  };
  const found = Promise.withResolvers<unknown>();
  const asked = Promise.withResolvers<void>();
  const sessions = {
    find: () => {
      asked.resolve();
      return found.promise;
    },
  };
  let joined = 0;
  let isLeft = false;
  const feed = {
    join: () => {
      joined += 1;
      return { leave: () => undefined };
    },
  };
  const wire: SocketTransport = {
    send: () => undefined,
    sendBytes: () => undefined,
    bufferedAmount: () => 0,
    terminate: () => undefined,
    close: () => undefined,
    isClosing: () => isLeft,
    closeReason: () => null,
  };
  const registered: string[] = [];
  // Seam: of the platform and the feed a registration uses nothing else.
  const one = createConnection(wire, {
    platform: { ...ctx.platform, sessions } as unknown as SocketServices,
    feed: feed as unknown as LiveFeed,
    address: "198.51.100.7",
    limits: { silenceMs: 1_000, registerMs: 1_000 },
    onRegistered: ({ id }) => registered.push(id),
  });
  const frame = { platform: "web", type: 1, userId: ctx.staff.duty.id, token: "token", taskId: "" };
  const handled = one.receive(Buffer.from(JSON.stringify(frame)), false);
  await asked.promise;
  isLeft = true;
  one.stop();
  found.resolve({ session, owner: { roles: ["duty"], passwordIsInitial: false } });
  await handled;
  expect([joined, registered]).toEqual([0, []]);
  await ctx.close();
});
