/** @module-tag full */

import { existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { loginClient } from "../process/apiClient.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { startServer } from "../process/serverProcess.ts";

it("200 commits reach the disk by at least 200 fsyncs", async () => {
  using data = createDemoFolder(tmpdir());
  using folder = createTemporaryFolder("fsync");
  const tally = path.join(folder.path, "fsyncs");
  const preload = path.join(import.meta.dirname, "countFsyncs.mjs");
  const env = { FSYNC_TALLY: tally, NODE_OPTIONS: `--import ${preload}` };
  await using server = await startServer({ dataDir: data.path, env });
  const admin = await loginClient(server.url);
  const fsyncs = () => (existsSync(tally) ? statSync(tally).size : 0);
  const before = fsyncs();
  for (let turn = 0; turn < 200; turn += 1) {
    const reply = await admin.call("PUT", "/x/me/draft.fsync", { value: turn });
    expect(reply.state).toBe(0);
  }
  expect(fsyncs() - before).toBeGreaterThanOrEqual(200);
});
