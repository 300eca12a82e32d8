/** @module-tag full */

import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { loginClient } from "../process/apiClient.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { runDataCommand, startDataCommand } from "../process/dataCommand.ts";
import { type ServerProcess, startServer } from "../process/serverProcess.ts";

const env = { FLEET: "0" };
const page = z.object({ list: z.array(z.object({ id: z.string() })) });
const serverFile = z.object({ url: z.string(), token: z.string() });

/** Runs the work with a server on demo data and an empty folder for backups. */
async function withServer(run: (ctx: { server: ServerProcess; data: string; out: string }) => Promise<void>) {
  using data = createDemoFolder();
  using out = createTemporaryFolder("backups");
  await using server = await startServer({ dataDir: data.path, env });
  await run({ server, data: data.path, out: out.path });
}

async function createAccessKey(server: ServerProcess): Promise<void> {
  const admin = await loginClient(server.url);
  const { data } = await admin.call("POST", "/company/pageList", { pageNo: 1, pageSize: 1 });
  const companyId = page.parse(data).list[0]?.id;
  expect((await admin.call("POST", "/account/accesskey/create", { companyId })).state).toBe(0);
}

const line = (text: string): unknown => expect.stringMatching(new RegExp(`^${text}$`));

describe("npm run backup", () => {
  it("prints one line for a wrong call or a missing server, and leaves no file", async () => {
    using none = createTemporaryFolder("none");
    const file = path.join(none.path, "one.backup");
    const dataDirEnv = { DATA_DIR: none.path };
    expect(await runDataCommand("backup", [], dataDirEnv)).toEqual({
      code: 2,
      output: "Usage: npm run backup -- FILE",
    });
    expect(await runDataCommand("backup", [file, file], dataDirEnv)).toMatchObject({ code: 2 });
    expect(await runDataCommand("backup", [file], dataDirEnv)).toEqual({
      code: 1,
      output: line(`No server is running on DATA_DIR ${none.path}\\. .*`),
    });
    expect(readdirSync(none.path)).toEqual([]);
  });

  it("works in production behind a proxy, and resolves the file against the caller's folder", async () => {
    using data = createTemporaryFolder("production");
    const production = { NODE_ENV: "production", HOST: "0.0.0.0", TRUST_PROXY: "127.0.0.1" };
    await using server = await startServer({ dataDir: data.path, env: production });
    const file = path.join(data.path, "server.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { url, token } = serverFile.parse(JSON.parse(readFileSync(file, "utf8")));
    const getStatus = (headers: Record<string, string>) =>
      fetch(`${url}/local/backup`, { headers }).then(async (response) => {
        await response.body?.cancel();
        return response.status;
      });
    expect(await getStatus({})).toBe(404);
    expect(await getStatus({ authorization: `Bearer ${token}`, "x-forwarded-for": "10.0.0.1" })).toBe(404);

    const created = await runDataCommand("backup", ["one.backup"], {
      DATA_DIR: data.path,
      INIT_CWD: data.path,
    });
    expect(created.code, created.output).toBe(0);
    expect(existsSync(path.join(data.path, "one.backup"))).toBe(true);
    const again = await runDataCommand("backup", ["one.backup"], {
      DATA_DIR: data.path,
      INIT_CWD: data.path,
    });
    expect(again).toEqual({ code: 1, output: line(".*one.backup exists already. Name another file\\.") });
    await server.stop();
    expect(existsSync(file)).toBe(false);
  });

  it("leaves no file when Ctrl+C stops it, and the next backup succeeds", () =>
    withServer(async ({ data, out }) => {
      const file = path.join(out, "one.backup");
      const stopped = startDataCommand("backup", [file], { DATA_DIR: data });
      await expect.poll(() => existsSync(path.join(data, "db.copy"))).toBe(true);
      stopped.kill("SIGINT");
      expect(await stopped.exited).toEqual({ code: 130, output: "Stopped." });
      expect(readdirSync(out)).toEqual([]);
      await expect.poll(() => existsSync(path.join(data, "db.copy"))).toBe(false);
      await expect
        .poll(async () => (await runDataCommand("backup", [file], { DATA_DIR: data })).code)
        .toBe(0);
    }));

  it("fails in one line when the server stops, which removes its copy", () =>
    withServer(async ({ server, data, out }) => {
      const interrupted = startDataCommand("backup", [path.join(out, "one.backup")], { DATA_DIR: data });
      await expect.poll(() => existsSync(path.join(data, "db.copy"))).toBe(true);
      expect(await server.stop()).toMatchObject({ code: 0 });
      const { code, output } = await interrupted.exited;
      expect({ code, lines: output.split("\n").length }, output).toEqual({ code: 1, lines: 1 });
      expect(readdirSync(out)).toEqual([]);
      expect(readdirSync(data)).not.toContain("db.copy");
      expect(readdirSync(data)).not.toContain("server.json");
    }));

  it("finds no server after a kill, and the next start removes the leftover copy", () =>
    withServer(async ({ server, data, out }) => {
      const file = path.join(out, "one.backup");
      const interrupted = startDataCommand("backup", [file], { DATA_DIR: data });
      await expect.poll(() => existsSync(path.join(data, "db.copy"))).toBe(true);
      await server.stop("SIGKILL");
      expect(await interrupted.exited).toMatchObject({ code: 1 });
      expect(existsSync(path.join(data, "server.json"))).toBe(true);
      expect(await runDataCommand("backup", [file], { DATA_DIR: data })).toEqual({
        code: 1,
        output: line(`No server is running on DATA_DIR ${data}\\. .*`),
      });
      expect(readdirSync(out)).toEqual([]);
      await using _next = await startServer({ dataDir: data, env });
      expect(existsSync(path.join(data, "db.copy"))).toBe(false);
      expect((await runDataCommand("backup", [file], { DATA_DIR: data })).code).toBe(0);
    }));
});

describe("npm run restore", () => {
  let saved: { readonly file: string; readonly key: string };
  const savedFolder = createTemporaryFolder("saved");
  beforeAll(async () => {
    const file = path.join(savedFolder.path, "one.backup");
    await withServer(async ({ server, data }) => {
      await createAccessKey(server);
      expect((await runDataCommand("backup", [file], { DATA_DIR: data })).code).toBe(0);
      const key = path.join(savedFolder.path, "secret.key");
      copyFileSync(path.join(data, "secret.key"), key);
      saved = { file, key };
      // The running server is not disturbed.
      expect(await runDataCommand("restore", [file], { DATA_DIR: data })).toEqual({
        code: 1,
        output: line(`DATA_DIR ${data} is in use: a server runs on it\\..*`),
      });
      await server.stop();
      expect(await runDataCommand("restore", [file], { DATA_DIR: data })).toEqual({
        code: 1,
        output: line(`DATA_DIR ${data} already holds data, which a restore never overwrites\\. .*`),
      });
    });
    return () => savedFolder[Symbol.dispose]();
  });

  it("refuses an incomplete or foreign file, and leaves no database", async () => {
    using target = createTemporaryFolder("target");
    const dataDirEnv = { DATA_DIR: target.path };
    expect(await runDataCommand("restore", [], dataDirEnv)).toEqual({
      code: 2,
      output: "Usage: npm run restore -- FILE",
    });
    const whole = readFileSync(saved.file);
    const altered = Buffer.from(whole);
    altered.writeUInt8(altered.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1);
    const files = [
      ["altered", altered, "is damaged: it was cut off or altered"],
      ["cut", whole.subarray(0, whole.length - 4000), "is damaged: it was cut off or altered"],
      ["letter", Buffer.from("dear somebody"), "is no backup of this platform"],
    ] as const;
    for (const [name, content, why] of files) {
      const file = path.join(target.path, name);
      writeFileSync(file, content);
      const { code, output } = await runDataCommand("restore", [file], dataDirEnv);
      expect({ code, output }).toEqual({ code: 1, output: line(`.*${name} ${why}.*`) });
    }
    const missing = await runDataCommand("restore", [path.join(target.path, "nowhere")], dataDirEnv);
    expect(missing).toEqual({ code: 1, output: line(".*nowhere: there is no such file or folder\\.") });
    expect(readdirSync(target.path).filter((name) => name.startsWith("db"))).toEqual([]);
  });

  it("reports a too low limit of open files before it writes anything", async () => {
    using target = createTemporaryFolder("target");
    expect(await runDataCommand("restore", [saved.file], { DATA_DIR: target.path }, 120)).toEqual({
      code: 1,
      output: line("Too few files may be open at once\\. Allow at least 1024: .*\\."),
    });
    expect(readdirSync(target.path)).toEqual([]);
  });

  it("leaves no database when a signal stops it, and restores afterwards with the right secret key", async () => {
    using target = createTemporaryFolder("target");
    const dataDirEnv = { DATA_DIR: target.path };
    const stopped = startDataCommand("restore", [saved.file], dataDirEnv);
    await expect.poll(() => existsSync(path.join(target.path, "db.part/base"))).toBe(true);
    stopped.kill("SIGTERM");
    expect(await stopped.exited).toEqual({ code: 143, output: "Stopped." });
    expect(readdirSync(target.path).toSorted()).toEqual(["db.lock"]);
    copyFileSync(saved.key, path.join(target.path, "secret.key"));
    const { code, output } = await runDataCommand("restore", [saved.file], dataDirEnv);
    expect({ code, output: output.replaceAll(target.path, "FOLDER") }).toEqual({
      code: 0,
      output: line("Restored \\d+ rows of \\d+ tables as of \\S+Z to DATA_DIR FOLDER\\."),
    });
  });

  it("warns of a different secret key", async () => {
    using target = createTemporaryFolder("target");
    writeFileSync(path.join(target.path, "secret.key"), randomBytes(32).toString("hex"));
    const { code, output } = await runDataCommand("restore", [saved.file], { DATA_DIR: target.path });
    expect(code, output).toBe(0);
    expect(output).toContain(
      `${target.path}/secret.key is another key: 2 access keys need the one with fingerprint`,
    );
  });
});
