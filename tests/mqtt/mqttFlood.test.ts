/** @module-tag full */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connectAsync } from "mqtt";
import { expect, test } from "vitest";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { startServer } from "../process/serverProcess.ts";
import { brokerEnv, brokerUser, createBroker } from "./startBroker.ts";

const messages = 50_000;
/** CPU time: other load on the machine does not count. Before messages were read by turns it was 1,159 ms. */
const maxTurnMs = 250;
const readyMs = 8_000;

test("a broker with more messages than can be read keeps nobody waiting", { timeout: 600_000 }, async () => {
  await using broker = await createBroker();
  await broker.start();
  using data = createTemporaryFolder("flood");
  const turnsFile = path.join(data.path, "turns");
  await using server = await startServer({
    dataDir: path.join(data.path, "data"),
    env: {
      FLEET: "0",
      SEED_COMPANIES: "4",
      ...brokerEnv(broker),
      TURN_PROBE: turnsFile,
      NODE_OPTIONS: `--import=${path.resolve(import.meta.dirname, "../timed/turnProbe.mjs")}`,
    },
  });
  await expect.poll(server.output).toContain("mqtt connected");
  // A server that has just started has work of its own.
  await wait(readyMs);
  writeFileSync(turnsFile, "");
  const client = await connectAsync(broker.url, { ...brokerUser });
  for (let n = 0; n < messages; n += 1) {
    const data = { sub_devices: [{ sn: `SUB-${n}` }] };
    const message = { tid: "t", bid: "b", method: "update_topo", data };
    await client.publishAsync(`sys/product/FLOOD-${n % 30_000}/status`, JSON.stringify(message));
  }
  await wait(1_000);
  await client.endAsync();
  const turns = readFileSync(turnsFile, "utf8").trim().split("\n").map(Number);
  expect(turns.length).toBeGreaterThan(10);
  expect(Math.max(...turns)).toBeLessThan(maxTurnMs);
});
