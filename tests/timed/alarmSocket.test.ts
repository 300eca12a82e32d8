import { afterAll, expect, test } from "vitest";
import { alarmChangedData } from "../../adapters/contract/alarm.ts";
import { createSignal } from "../alarms/setupAlarms.ts";
import { connectSocket, createMessage, listenSocket } from "../contract/socket/socketClient.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";

const ctx = await createTestPlatform();
const url = await listenSocket(ctx);
await ctx.live.alarms.restore();
afterAll(() => ctx.close());

test("an alarm is on the socket within 500 ms of its detection for 95 of 100", async () => {
  const client = await connectSocket(url);
  client.send(createMessage(1, ctx.staff.duty.id, await ctx.loginAs("duty")));
  await client.nextFrame(1);
  /** When the rule found each alarm, ms. */
  const found = new Map<string, number>();
  for (let n = 0; n < 100; n++)
    setTimeout(() => {
      const droneSn = `TIMED-${n}`;
      found.set(droneSn, performance.now());
      const signal = createSignal({ kind: "lost", priority: "p1", droneSn });
      ctx.live.alarms.raise(signal, ctx.clock.now().getTime());
    }, n * 20);
  const latencies: number[] = [];
  while (latencies.length < 100)
    for (const { droneSn } of alarmChangedData.parse((await client.nextFrame(7)).data).alarms)
      latencies.push(performance.now() - (found.get(droneSn) ?? 0));
  expect(latencies.toSorted((a, b) => a - b)[94]).toBeLessThanOrEqual(500);
  client.raw.close();
});
