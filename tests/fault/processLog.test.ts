/** @module-tag full */

import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { serverProgram } from "../../scripts/setup/builds.mjs";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { reservePort } from "../process/reservePort.ts";
import { startServer } from "../process/serverProcess.ts";

describe("the server's output", () => {
  it("is a greeting followed only by JSON lines", async () => {
    using data = createDemoFolder();
    await using server = await startServer({ dataDir: data.path, env: { FLEET: "2" } });
    await fetch(`${server.url}/wms/api/none?phone=13812345678`);
    const { code, output } = await server.stop();
    const written = output.trim().split("\n");
    const from = written.findIndex((line) => line.startsWith("{"));
    expect(written.slice(0, from).join("\n")).toMatch(/^Aerial Console is at http[\s\S]*13800000001/);
    const lines = written.slice(from).map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(lines.map(({ msg }) => msg)).toEqual(["started", "call", "stopping", "stopped"]);
    expect(lines[0]).toMatchObject({ level: "info", listen: server.url, database: "embedded" });
    expect(output).not.toContain("13812345678");
  });

  it("has no call lines with LOG_LEVEL=error", async () => {
    using data = createDemoFolder();
    await using server = await startServer({ dataDir: data.path, env: { FLEET: "2", LOG_LEVEL: "error" } });
    await fetch(`${server.url}/wms/api/none`);
    expect((await server.stop()).output).not.toContain("{");
  });

  it("is dropped when it cannot be written, and the server goes on", async () => {
    using data = createDemoFolder();
    const port = await reservePort();
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [serverProgram], {
      cwd: path.resolve(import.meta.dirname, "../.."),
      env: { PATH: process.env["PATH"], DATA_DIR: data.path, PORT: String(port), FLEET: "2" },
      stdio: ["ignore", full, "ignore"],
    });
    const ended = new Promise<number | null>((done) => child.on("close", done));
    try {
      const status = async (url: string) =>
        fetch(`http://127.0.0.1:${port}${url}`).then(
          (response) => response.status,
          () => 0,
        );
      await expect.poll(() => status("/ready"), { timeout: 60_000 }).toBe(200);
      for (let turn = 0; turn < 20; turn++) expect(await status("/wms/api/none")).toBe(404);
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
    } finally {
      child.kill("SIGKILL");
      closeSync(full);
    }
  });
});
