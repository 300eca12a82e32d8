/** @module-tag full */

import { spawn } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { serverProgram } from "../../scripts/setup/builds.mjs";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { reservePort } from "../process/reservePort.ts";

const answerLimitMs = 30_000;

/** A server whose output nobody reads. */
async function startUnread(dataDir: string) {
  const port = await reservePort();
  const child = spawn(process.execPath, [serverProgram], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: String(port), FLEET: "0" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise<number | null>((done) => child.on("close", done));
  const request = (url: string) =>
    fetch(`http://127.0.0.1:${port}${url}`, { signal: AbortSignal.timeout(answerLimitMs) });
  const getStatus = (url: string) =>
    request(url).then(
      ({ status }) => status,
      () => 0,
    );
  const readDropped = async () =>
    Number(/^console_log_dropped_total (\d+)$/m.exec(await (await request("/metrics")).text())?.[1]);
  await expect.poll(() => getStatus("/ready"), { timeout: 60_000 }).toBe(200);
  /** Calls until lines are dropped: 64 KiB in the pipe and as much with its reader, a mebibyte in the server. */
  const fillLog = async () => {
    for (let turn = 0; turn < 400 && (await readDropped()) === 0; turn++) {
      const statuses = await Promise.all(Array.from({ length: 50 }, () => getStatus("/wms/api/none")));
      expect(new Set(statuses)).toEqual(new Set([404]));
    }
    expect(await readDropped()).toBeGreaterThan(0);
  };
  return {
    child,
    ended,
    getStatus,
    fillLog,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      child.stdout.resume();
      await ended;
    },
  };
}

it("A log that nobody reads stops no call; its reader learns how much it missed", async () => {
  using data = createDemoFolder();
  await using server = await startUnread(data.path);
  await server.fillLog();
  expect(await server.getStatus("/health")).toBe(200);
  let output = "";
  server.child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  await expect.poll(() => output).toContain("log lines dropped");
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  const lines = output.slice(output.indexOf("{")).trim().split("\n");
  const messages = lines.map((line) => JSON.parse(line) as { msg: string; level: string; lines?: number });
  expect(messages.filter(({ msg }) => msg.startsWith("log lines dropped"))).toEqual([
    expect.objectContaining({ level: "warn", lines: expect.any(Number) }),
  ]);
  expect(messages.at(-1)?.msg).toBe("stopped");
});

it("A server whose log nobody reads stops all the same", async () => {
  using data = createDemoFolder();
  await using server = await startUnread(data.path);
  await server.fillLog();
  const exited = new Promise<number | null>((done) => server.child.on("exit", done));
  server.child.kill("SIGTERM");
  expect(await exited).toBe(0);
});
