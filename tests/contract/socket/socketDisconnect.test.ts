import { expect, test } from "vitest";
import { createConnection, type SocketServices } from "../../../server/socket/connection.ts";
import type { SocketTransport } from "../../../server/socket/transport.ts";
import type { LiveFeed } from "../../../server/telemetry/feed/liveFeed.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";

test("A client that disconnects while its registration waits for the database joins no feed", async () => {
  const ctx = await createTestPlatform();
  const session = {
    id: "1",
    staffId: ctx.staff.duty.id,
    tokenHash: "",
  };
  const found = Promise.withResolvers<unknown>();
  const lookupStarted = Promise.withResolvers<void>();
  const sessions = {
    find: () => {
      lookupStarted.resolve();
      return found.promise;
    },
  };
  let joined = 0;
  let isClosed = false;
  const feed = {
    join: () => {
      joined += 1;
      return { leave: () => undefined };
    },
  };
  const transport: SocketTransport = {
    send: () => undefined,
    sendBytes: () => undefined,
    bufferedAmount: () => 0,
    terminate: () => undefined,
    close: () => undefined,
    isClosing: () => isClosed,
    closeReason: () => null,
  };
  const registered: string[] = [];
  // Cast: a registration uses nothing else of the platform and the feed.
  const connection = createConnection(transport, {
    platform: { ...ctx.platform, sessions } as unknown as SocketServices,
    feed: feed as unknown as LiveFeed,
    address: "198.51.100.7",
    limits: { silenceMs: 1_000, registerMs: 1_000, collectMs: 500 },
    onRegistered: ({ session: { id } }) => registered.push(id),
    onAdmitted: () => undefined,
    onPerceived: () => undefined,
  });
  const frame = { platform: "web", type: 1, userId: ctx.staff.duty.id, token: "token", taskId: "" };
  const handled = connection.receive(Buffer.from(JSON.stringify(frame)), false);
  await lookupStarted.promise;
  isClosed = true;
  connection.stop();
  found.resolve({ session, owner: { roles: ["duty"], passwordIsInitial: false } });
  await handled;
  expect([joined, registered]).toEqual([0, []]);
  await ctx.close();
});
