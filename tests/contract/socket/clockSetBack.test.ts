import { expect, test } from "vitest";
import { socketTypes } from "../../../adapters/contract/socket.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { connectSocket, createMessage, listenSocket } from "./socketClient.ts";

test("A clock that is set back by an hour makes no client send too often", async () => {
  const ctx = await createTestPlatform();
  const client = await connectSocket(await listenSocket(ctx));
  const headers = await ctx.loginAs("duty");
  const send = (type: number) => client.send(createMessage(type, ctx.staff.duty.id, headers));
  send(socketTypes.register);
  await client.nextFrame(socketTypes.register);
  ctx.clock.set(-3_600_000);
  // Three minutes of heartbeats.
  for (let i = 0; i < 120; i++) {
    ctx.clock.advance(1_500);
    send(socketTypes.heartbeat);
    await client.nextFrame(socketTypes.heartbeat);
  }
  expect(client.frames).toEqual([]);
  client.raw.close();
  await client.closed;
  await ctx.close();
});
