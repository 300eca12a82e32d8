/** @module-tag full */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { inStage, runDockerfile } from "../process/dockerfile.ts";
import { reservePort } from "../process/reservePort.ts";
import { watchProgram } from "../process/watchProgram.ts";

const checkout = path.resolve(import.meta.dirname, "../..");

/** What `.dockerignore` leaves is what git knows. */
function copySources(target: string): void {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: checkout, encoding: "utf8" });
  for (const file of files.split("\0").filter(Boolean))
    cpSync(path.join(checkout, file), path.join(target, file), { recursive: true });
}

// The base of the image is Debian with Node 24: this machine. Needs root, as a builder without one does not.
test("the Dockerfile builds an image that runs without rights on a read-only system with one volume", async () => {
  // On the disk of the packages, which are linked.
  using folder = createTemporaryFolder("image", path.join(checkout, ".cache"));
  const stage = runDockerfile(readFileSync(path.join(checkout, "Dockerfile"), "utf8"), {
    parent: folder.path,
    copySources,
    packages: realpathSync(path.join(checkout, "node_modules")),
  });
  expect([stage.user, stage.volumes]).toEqual(["node", ["/data"]]);
  const port = String(await reservePort());
  const placed = { ...stage, environment: { ...stage.environment, HOST: "127.0.0.1", PORT: port } };
  const run = (command: readonly string[]) => {
    const [program = "", ...args] = inStage(placed, command, true);
    return spawnSync(program, args, { encoding: "utf8" });
  };
  expect(run(stage.healthCheck).status).toBe(1);
  await using server = watchProgram(inStage(placed, stage.command, true), {});
  await server.waitFor(/Aerial Console is at/);
  expect(run(stage.healthCheck).status).toBe(0);
  const page = await fetch(`http://127.0.0.1:${port}/`);
  expect(await page.text()).toContain("<title>");
  expect(run(["cat", "/data/first-admin.txt"]).stdout).toContain("phone: 13800000001");
  const backup = run(["node", "bundle/backupCommand.js", "/data/one.backup"]);
  expect([backup.status, backup.stdout]).toEqual([0, expect.stringContaining("Backed up")]);
  expect(await server.stop()).toBe(0);
});
