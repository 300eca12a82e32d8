import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { demoFolder } from "../running/demoFolder.ts";
import { launchServer, startServer } from "../running/serverProcess.ts";
import { signedIn, withHeaders } from "../running/signedIn.ts";
import { temporaryFolder } from "../running/temporaryFolder.ts";

const preload = pathToFileURL(path.join(import.meta.dirname, "fullDisk.mjs"));

/** A disk that is full from one moment to another. */
function disk(folder: string) {
  const sign = path.join(folder, "full");
  return {
    env: { NODE_OPTIONS: `--import ${preload}`, FULL_DISK: sign, FLEET: "0" },
    fill: () => writeFileSync(sign, ""),
    free: () => rmSync(sign),
  };
}

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

it("On a full disk the server is not ready, reads on, starts again, and writes as soon as there is room", async () => {
  using data = await demoFolder();
  const { env, fill, free } = disk(data.at);
  const first = await startServer({ dataDir: data.at, env });
  const { headers } = await signedIn(first.url);
  // So much that the vacuum of the next start has something to do, and no room for it.
  const admin = withHeaders(first.url, headers);
  for (let n = 0; n < 60; n += 1) {
    const value = randomBytes(1_500).toString("hex");
    expect((await admin.call("PUT", `/x/me/draft.grown${n}`, { value })).state).toBe(0);
  }
  fill();
  await expect.poll(() => statusOf(`${first.url}/ready`), { timeout: 15_000 }).toBe(503);
  expect(await statusOf(`${first.url}/health`)).toBe(200);
  const reads = async (url: string) =>
    (await withHeaders(url, headers).call("GET", "/user/sysAdmin/list")).state;
  expect(await reads(first.url)).toBe(0);
  await first.stop("SIGKILL");

  await using second = await launchServer({ dataDir: data.at, env });
  await expect.poll(() => statusOf(`${second.url}/health`), { timeout: 60_000 }).toBe(200);
  expect(await statusOf(`${second.url}/ready`)).toBe(503);
  expect(await reads(second.url)).toBe(0);
  const away = second
    .output()
    .split("\n")
    .filter((line) => line.includes('"database away"'));
  expect(away).toHaveLength(1);
  expect(away[0]).toContain("No space left on device");

  free();
  await expect.poll(() => statusOf(`${second.url}/ready`), { timeout: 10_000 }).toBe(200);
  const written = await withHeaders(second.url, headers).call("PUT", "/x/me/draft.full", { value: 1 });
  expect(written.state).toBe(0);
  expect(await second.stop()).toMatchObject({ code: 0 });
});

it("A first start on a full disk says so in one line", async () => {
  using data = temporaryFolder("full-disk");
  const { env, fill } = disk(data.at);
  fill();
  await using server = await launchServer({ dataDir: data.at, env });
  const { code, output } = await server.ended;
  expect([code, output.trim()]).toEqual([
    1,
    `DATA_DIR ${data.at}: the disk is full. Free some space and start again.`,
  ]);
});
