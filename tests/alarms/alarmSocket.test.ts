import { afterAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { type AlarmRow, alarmCalls, alarmChangedData } from "../../adapters/contract/alarm.ts";
import {
  connectSocket,
  createMessage,
  listenSocket,
  type SocketClient,
} from "../contract/socket/socketClient.ts";
import { takeDuty } from "../duty/takeDuty.ts";
import { type ConsoleRole, createTestPlatform } from "../helpers/testPlatform.ts";
import { createSignal } from "./setupAlarms.ts";

const ctx = await createTestPlatform();
const url = await listenSocket(ctx);
await ctx.live.alarms.restore();
afterAll(() => ctx.close());

async function connectAs(role: ConsoleRole): Promise<SocketClient> {
  const headers = await ctx.loginAs(role);
  const client = await connectSocket(url);
  client.send(createMessage(1, ctx.staff[role].id, headers));
  await client.nextFrame(1);
  return client;
}

const nextAlarms = async (client: SocketClient): Promise<AlarmRow[]> =>
  alarmChangedData.parse((await client.nextFrame(7)).data).alarms;
const raise = (droneSn: string) =>
  ctx.live.alarms.raise(createSignal({ kind: "lost", priority: "p1", droneSn }), ctx.clock.now().getTime());

test("every socket that may read alarms gets message 7 at once, no other does", async () => {
  const [duty, maintainer, finance] = await Promise.all([
    connectAs("duty"),
    connectAs("maintainer"),
    connectAs("finance"),
  ]);
  raise("SOCKET-1");
  const [raised] = await nextAlarms(duty);
  expect(raised).toMatchObject({ kind: "lost", priority: "p1", state: "active", droneSn: "SOCKET-1" });
  expect(await nextAlarms(maintainer)).toEqual([raised]);
  await takeDuty(ctx, "duty");
  const { body } = await ctx.callAs("duty", alarmCalls.alarmAck, {
    body: { ids: [raised?.id ?? ""], requestId: "socket-ack-1" },
  });
  const { alarms } = z.object({ alarms: z.array(z.unknown()) }).parse(body.data);
  expect(await nextAlarms(duty)).toEqual(alarms);
  // What it gets after this is not about the alarms: the server has answered in order.
  finance.send(createMessage(2, ctx.staff.finance.id, await ctx.loginAs("finance")));
  await finance.nextFrame(2);
  expect(finance.frames.filter(({ type }) => type === 7)).toEqual([]);
  for (const client of [duty, maintainer, finance]) client.raw.close();
});
