/** @module-tag full */

import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { createApiClient, loginClient } from "../process/apiClient.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { spawnServer, startServer } from "../process/serverProcess.ts";

const preload = pathToFileURL(path.join(import.meta.dirname, "fullDisk.mjs"));

/** `fill` and `free` switch the simulated full disk on and off. */
function simulateFullDisk(folder: string) {
  const flagFile = path.join(folder, "full");
  return {
    env: { NODE_OPTIONS: `--import ${preload}`, FULL_DISK: flagFile, FLEET: "0" },
    fill: () => writeFileSync(flagFile, ""),
    free: () => rmSync(flagFile),
  };
}

const getStatus = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

it("On a full disk the server is not ready, still reads, can restart, and writes again once there is space", async () => {
  using data = createDemoFolder(tmpdir());
  const { env, fill, free } = simulateFullDisk(data.path);
  const first = await startServer({ dataDir: data.path, env });
  const { headers } = await loginClient(first.url);
  // Enough rows that the vacuum at the next start needs space and finds none.
  const admin = createApiClient(first.url, headers);
  for (let n = 0; n < 60; n += 1) {
    const value = randomBytes(1_500).toString("hex");
    expect((await admin.call("PUT", `/x/me/draft.grown${n}`, { value })).state).toBe(0);
  }
  fill();
  await expect.poll(() => getStatus(`${first.url}/ready`), { timeout: 30_000 }).toBe(503);
  expect(await getStatus(`${first.url}/health`)).toBe(200);
  const readState = async (url: string) =>
    (await createApiClient(url, headers).call("GET", "/user/sysAdmin/list")).state;
  expect(await readState(first.url)).toBe(0);
  await first.stop("SIGKILL");

  await using second = await startServer({ dataDir: data.path, env, until: "/health" });
  expect(await getStatus(`${second.url}/ready`)).toBe(503);
  expect(await readState(second.url)).toBe(0);
  const outageLines = second
    .output()
    .split("\n")
    .filter((line) => line.includes('"database away"'));
  expect(outageLines).toHaveLength(1);
  expect(outageLines[0]).toContain("No space left on device");

  free();
  await expect.poll(() => getStatus(`${second.url}/ready`), { timeout: 30_000 }).toBe(200);
  const written = await createApiClient(second.url, headers).call("PUT", "/x/me/draft.full", { value: 1 });
  expect(written.state).toBe(0);
  expect(await second.stop()).toMatchObject({ code: 0 });
});

it("A first start on a full disk fails with one line that names the cause", async () => {
  using data = createTemporaryFolder("full-disk");
  const { env, fill, free } = simulateFullDisk(data.path);
  fill();
  await using server = spawnServer({ dataDir: data.path, env });
  const { code, output } = await server.exited;
  expect([code, output.trim()]).toEqual([
    1,
    `DATA_DIR ${data.path}: the disk is full. Free some space and start again.`,
  ]);
  free();
  await using second = await startServer({ dataDir: data.path, env });
  expect(await getStatus(`${second.url}/ready`)).toBe(200);
});
