import { randomBytes } from "node:crypto";
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { loginClient } from "../process/apiClient.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { spawnServer, startServer } from "../process/serverProcess.ts";

const env = { FLEET: "0" };
const companies = z.object({ list: z.array(z.object({ id: z.string() })) });

/** Starts a server that must refuse to start; returns its exit code and output lines. */
async function spawnUntilExit(options: Parameters<typeof spawnServer>[0]) {
  await using server = spawnServer(options);
  const { code, output } = await server.exited;
  return { code, lines: output.trim().split("\n") };
}

describe("a start that fails", () => {
  it("names a free port when the port is in use", { tags: "full" }, async () => {
    using data = createTemporaryFolder("busy-port");
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
    const { port } = other.address() as AddressInfo;
    try {
      const { code, lines } = await spawnUntilExit({ dataDir: data.path, port });
      expect(code).toBe(1);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(String(port));
      expect(lines[0]).toMatch(/PORT=\d+/);
    } finally {
      other.close();
    }
  });

  it("names a data folder that cannot be written", { tags: "full" }, async () => {
    using data = createTemporaryFolder("unwritable");
    const file = path.join(data.path, "taken");
    writeFileSync(file, "a file where a folder should be");
    const { code, lines } = await spawnUntilExit({ dataDir: file });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(file);
  });

  it.each(["/sys/aerial", "/proc/aerial"])(
    "refuses %s as a data folder",
    { tags: "full" },
    async (folder) => {
      const { code, lines } = await spawnUntilExit({ dataDir: folder });
      expect(code).toBe(1);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(folder);
    },
  );

  it.each([
    { name: "PORT", value: "many" },
    { name: "DATABASE_URL", value: "mysql://db/console" },
    { name: "SECRET_KEY", value: "short" },
    { name: "HOST", value: "0.0.0.0" },
  ])("names an invalid $name without printing its value", { tags: "full" }, async ({ name, value }) => {
    using data = createTemporaryFolder("environment");
    const { code, lines } = await spawnUntilExit({ dataDir: data.path, env: { [name]: value } });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(name);
    expect(lines[0]).not.toContain(value);
  });

  // Below 22 open files Node itself does not start.
  it.each([24, 64, 120, 256, 900])(
    "refuses a limit of %d open files before it writes anything",
    { tags: "full" },
    async (openFiles) => {
      using data = createTemporaryFolder("few-files");
      const { code, lines } = await spawnUntilExit({ dataDir: data.path, openFiles });
      expect(code).toBe(1);
      expect(lines).toEqual([
        "Too few files may be open at once. Allow at least 1024: `ulimit -n 1024`, or LimitNOFILE=1024 in a systemd unit.",
      ]);
      expect(readdirSync(data.path)).toEqual([]);
    },
  );

  it("runs with the 1024 open files that the message asks for", { tags: "full" }, async () => {
    using data = createTemporaryFolder("enough-files");
    await using server = await startServer({
      dataDir: data.path,
      openFiles: 1024,
      env: { ...env, SEED_COMPANIES: "4" },
    });
    expect(
      (await (await loginClient(server.url)).call("POST", "/company/pageList", { pageNo: 1, pageSize: 1 }))
        .state,
    ).toBe(0);
    expect((await server.stop()).code).toBe(0);
  });

  it.each([
    {
      damage: "a control file that was cut off",
      damageDb: (db: string) => truncateSync(path.join(db, "global/pg_control"), 100),
      reason: "could not read file",
    },
    {
      damage: "no write-ahead log",
      damageDb: (db: string) => {
        for (const name of readdirSync(path.join(db, "pg_wal")))
          if (/^[0-9A-F]{24}$/.test(name)) rmSync(path.join(db, "pg_wal", name));
      },
      reason: "could not locate a valid checkpoint record",
    },
    {
      damage: "files of another version",
      damageDb: (db: string) => writeFileSync(path.join(db, "PG_VERSION"), "12\n"),
      reason: "database files are incompatible with server",
    },
    {
      damage: "no PG_VERSION, which looks like an empty folder",
      damageDb: (db: string) => rmSync(path.join(db, "PG_VERSION")),
      reason: "PG_VERSION is missing",
    },
  ])(
    "refuses a database that has $damage, and does not change it",
    { tags: "full" },
    async ({ damageDb, reason }) => {
      using data = createDemoFolder();
      const db = path.join(data.path, "db");
      damageDb(db);
      const { code, lines } = await spawnUntilExit({ dataDir: data.path });
      expect(code).toBe(1);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(`DATA_DIR ${data.path}: the database in it does not open (${reason}`);
      expect(lines[0]).toMatch(/Restore a backup into an empty folder: docs\/backup\.md\.$/);
      // pg_class: the database is still filled.
      expect(statSync(path.join(db, "base/5/1259")).size).toBeGreaterThan(100_000);
    },
  );

  it.each(["postgres:///console?host=/nowhere", "postgres://console@%2Fnowhere/console"])(
    "reports that nothing listens at the unix socket of %s",
    { tags: "full" },
    async (url) => {
      using data = createTemporaryFolder("no-socket");
      const env = { DATABASE_URL: url, SECRET_KEY: "5".repeat(64) };
      const { code, lines } = await spawnUntilExit({ dataDir: data.path, env });
      expect(code).toBe(1);
      expect(lines).toEqual([
        "DATABASE_URL: the database cannot be used: connect ENOENT /nowhere/.s.PGSQL.5432. See that PostgreSQL runs and that the address is right.",
      ]);
    },
  );

  it("refuses a folder in use by another process, which is not disturbed", async () => {
    using data = createDemoFolder();
    await using first = await startServer({ dataDir: data.path });
    const { code, lines } = await spawnUntilExit({ dataDir: data.path });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("in use");
    expect((await fetch(`${first.url}/ready`)).status).toBe(200);
  });
});

describe("a start with encrypted access keys", () => {
  it("fails with one line if the secret key is missing or different, and succeeds with the right key", async () => {
    using data = createDemoFolder();
    const file = path.join(data.path, "secret.key");
    {
      await using server = await startServer({ dataDir: data.path, env });
      const admin = await loginClient(server.url);
      const { data: page } = await admin.call("POST", "/company/pageList", { pageNo: 1, pageSize: 1 });
      const [company] = companies.parse(page).list;
      const created = await admin.call("POST", "/account/accesskey/create", { companyId: company?.id });
      expect(created.state).toBe(0);
      await server.stop();
    }
    const key = readFileSync(file, "utf8");

    rmSync(file);
    const missing = await spawnUntilExit({ dataDir: data.path, env });
    expect(missing).toEqual({ code: 1, lines: [expect.stringContaining(`${file} is missing`)] });
    expect(existsSync(file)).toBe(false);

    writeFileSync(file, randomBytes(32).toString("hex"));
    const other = await spawnUntilExit({ dataDir: data.path, env });
    expect(other).toEqual({ code: 1, lines: [expect.stringContaining(`${file} holds another key`)] });

    writeFileSync(file, key);
    await using back = await startServer({ dataDir: data.path, env });
    expect((await fetch(`${back.url}/ready`)).status).toBe(200);
  });
});

describe("the shutdown of a server", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "is clean on %s: exit code 0, and the next start works",
    { tags: "full" },
    async (signal) => {
      using data = createDemoFolder();
      await using first = await startServer({ dataDir: data.path });
      expect(await first.stop(signal)).toMatchObject({ code: 0, signal: null });
      await using second = await startServer({ dataDir: data.path });
      expect((await fetch(`${second.url}/ready`)).status).toBe(200);
    },
  );
});
