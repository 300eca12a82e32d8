import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { demoFolder } from "../running/demoFolder.ts";
import { freePort } from "../running/freePort.ts";
import { launchServer, startServer } from "../running/serverProcess.ts";
import { temporaryFolder } from "../running/temporaryFolder.ts";

/** What a refused start looks like: one line, exit 1. */
async function refusal(options: Parameters<typeof launchServer>[0]) {
  await using server = await launchServer(options);
  const { code, output } = await server.ended;
  return { code, lines: output.trim().split("\n") };
}

describe("a start that cannot be", () => {
  it("says on a busy port which port is free", async () => {
    using data = temporaryFolder("busy-port");
    const port = await freePort();
    const other = createServer();
    await new Promise<void>((done) => other.listen(port, "127.0.0.1", done));
    try {
      const { code, lines } = await refusal({ dataDir: data.at, port });
      expect(code).toBe(1);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(String(port));
      expect(lines[0]).toMatch(/PORT=\d+/);
    } finally {
      other.close();
    }
  });

  it("says that the data folder cannot be written", async () => {
    using data = temporaryFolder("unwritable");
    const file = path.join(data.at, "taken");
    writeFileSync(file, "a file where a folder should be");
    const { code, lines } = await refusal({ dataDir: file });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(file);
  });

  it.each(["/sys/aerial", "/proc/aerial"])("says that %s is no data folder", async (place) => {
    const { code, lines } = await refusal({ dataDir: place });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(place);
  });

  it.each([
    { name: "PORT", value: "many" },
    { name: "DATABASE_URL", value: "mysql://db/console" },
    { name: "SECRET_KEY", value: "short" },
    { name: "HOST", value: "0.0.0.0" },
  ])("names $name where it is wrong, without its value", async ({ name, value }) => {
    using data = temporaryFolder("environment");
    const { code, lines } = await refusal({ dataDir: data.at, env: { [name]: value } });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(name);
    expect(lines[0]).not.toContain(value);
  });

  it("says that another process has the folder, which goes on undisturbed", async () => {
    using data = await demoFolder();
    await using first = await startServer({ dataDir: data.at });
    const { code, lines } = await refusal({ dataDir: data.at });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("in use");
    expect((await fetch(`${first.url}/ready`)).status).toBe(200);
  });
});

describe("the end of a server", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "is clean on %s: code 0, and the next start finds everything",
    async (signal) => {
      using data = await demoFolder();
      await using first = await startServer({ dataDir: data.at });
      expect(await first.stop(signal)).toMatchObject({ code: 0, signal: null });
      await using second = await startServer({ dataDir: data.at });
      expect((await fetch(`${second.url}/ready`)).status).toBe(200);
    },
  );
});
