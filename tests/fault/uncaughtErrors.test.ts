/** @module-tag full */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { startServer } from "../process/serverProcess.ts";

const preload = pathToFileURL(path.join(import.meta.dirname, "throwUncaught.mjs"));

it.each([
  { kind: "exception", message: "Nobody catches this" },
  { kind: "rejection", message: "Nobody awaits this" },
])(
  "An uncaught $kind is logged, the server shuts down in order and exits with 1",
  async ({ kind, message }) => {
    using data = createDemoFolder();
    const flagFile = path.join(data.path, "uncaught");
    const env = {
      NODE_OPTIONS: `--import ${preload}`,
      UNCAUGHT: flagFile,
      UNCAUGHT_KIND: kind,
      FLEET: "2",
    };
    await using server = await startServer({ dataDir: data.path, env });
    const from = server.output().length;
    writeFileSync(flagFile, "");
    const { code, output } = await server.exited;
    const lines = output
      .slice(from)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(code).toBe(1);
    expect(lines[0]).toMatchObject({ level: "error", msg: "uncaught" });
    expect(lines[0].fault).toContain(message);
    // More may follow during the shutdown, which must still complete.
    expect(lines.filter(({ msg }) => msg !== "uncaught").map(({ msg }) => msg)).toEqual([
      "stopping",
      "stopped",
    ]);
    await using next = await startServer({ dataDir: data.path });
    expect((await fetch(`${next.url}/ready`)).status).toBe(200);
  },
);
