import { spawnSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

const entry = path.resolve(import.meta.dirname, "../../scripts/setup/withNode20.mjs");

it("an old Node prints one line with the required version and runs nothing else", () => {
  const code = [
    'Object.defineProperty(process, "versions", { value: { node: "18.20.4" } });',
    `const { withNode20 } = await import("${pathToFileURL(entry).href}");`,
    'withNode20(() => { throw new Error("loaded"); });',
  ].join("\n");
  const { status, stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toBe("Aerial Console needs Node 20 or newer; this is Node 18.20.4.\n");
});
