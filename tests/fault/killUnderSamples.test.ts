/** @module-tag full */

import { afterAll, beforeAll, expect, test } from "vitest";
import { createPostgresServer } from "../../scripts/testing/startPostgres.ts";
import { type Broker, createBroker } from "../mqtt/startBroker.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { runLedger } from "./sampleLedger.ts";

const rounds = { kills: 5, samples: 30_000 } as const;

let broker: Broker;
beforeAll(async () => {
  broker = await createBroker();
  await broker.start();
});
afterAll(() => broker[Symbol.asyncDispose]());

/** What a ledger says after the kills; all its promises in one object. */
async function prove(options: { readonly dataDir: string; readonly url?: string }, env = {}) {
  const result = await runLedger({ ...rounds, ...options, broker, env: { FLEET: "0", ...env } });
  const { accepted, resent, mqttDue } = result;
  return { ...result, hasRun: accepted >= rounds.samples && resent > 0 && mqttDue > 0 };
}

const nothingLost = { lost: 0, twice: 0, mqttLost: 0, refused: {}, hasRun: true };

test("every sample that was accepted by the embedded database is in a track once, over five kills", async () => {
  using data = createDemoFolder();
  expect(await prove({ dataDir: data.path })).toMatchObject(nothingLost);
});

test("every sample that was accepted on PostgreSQL is in a track once, over five kills", async () => {
  using data = createTemporaryFolder("ledger");
  const postgres = await createPostgresServer();
  try {
    const env = { DATABASE_URL: postgres.url, SECRET_KEY: "6".repeat(64) };
    expect(await prove({ dataDir: data.path, url: postgres.url }, env)).toMatchObject(nothingLost);
  } finally {
    await postgres.remove();
  }
});
