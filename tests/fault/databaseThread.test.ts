/** @module-tag full */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { startServer } from "../process/serverProcess.ts";

const preload = pathToFileURL(path.join(import.meta.dirname, "endThread.mjs"));

it("the server exits with code 1 and one line when its database thread dies, and the next start works", async () => {
  using data = createDemoFolder();
  const end = path.join(data.path, "end");
  const env = { NODE_OPTIONS: `--import ${preload}`, END_THREAD: end };
  await using server = await startServer({ dataDir: data.path, env });
  const before = server.output().length;
  writeFileSync(end, "");
  const { code, output } = await server.exited;
  expect(code).toBe(1);
  expect(output.slice(before).trim()).toBe(
    `The embedded database in DATA_DIR ${data.path} has stopped. Start the server again.`,
  );
  await using next = await startServer({ dataDir: data.path });
  expect((await fetch(`${next.url}/ready`)).status).toBe(200);
});
