/** @module-tag full */

import { expect, test } from "vitest";
import { createPostgresServer } from "../../scripts/testing/startPostgres.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { startServer } from "../process/serverProcess.ts";
import { proveLedger } from "./sampleLedger.ts";

const rounds = { kills: 5, droneCount: 40, roundSamples: 300 } as const;

test("every sample that was accepted by the embedded database is in a track once, over five kills", async () => {
  using data = createDemoFolder();
  expect(await proveLedger({ ...rounds, dataDir: data.path, env: { FLEET: "0" } })).toBeGreaterThan(1_000);
});

test("every sample that was accepted on PostgreSQL is in a track once, over five kills", async () => {
  using data = createTemporaryFolder("ledger");
  const postgres = await createPostgresServer();
  try {
    const env = { DATABASE_URL: postgres.url, SECRET_KEY: "6".repeat(64), FLEET: "0" };
    await (await startServer({ dataDir: data.path, env })).stop();
    const ledger = { ...rounds, dataDir: data.path, url: postgres.url, env };
    expect(await proveLedger(ledger)).toBeGreaterThan(1_000);
  } finally {
    await postgres.remove();
  }
});
