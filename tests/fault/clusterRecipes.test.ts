/** @module-tag full */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findNats } from "../../scripts/testing/findNats.ts";
import { createPostgresServer } from "../../scripts/testing/startPostgres.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { readRecipe } from "../helpers/readRecipe.ts";
import { md5 } from "../helpers/testPlatform.ts";
import { loginClient } from "../process/apiClient.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { startNginx } from "../process/nginxProcess.ts";
import { reservePort } from "../process/reservePort.ts";
import { watchProgram } from "../process/watchProgram.ts";

const checkout = path.resolve(import.meta.dirname, "../..");
const systemdAnalyze = "/usr/bin/systemd-analyze";
const unit = readRecipe("cluster.md", "Unit", "ini");
const readUnit = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value ?? "");
const compose = readFileSync(path.join(checkout, "docs/compose.yaml"), "utf8");

/** Assignments `NAME=value`, by name. */
const readAssignments = (parts: readonly string[]) =>
  Object.fromEntries(parts.map((part) => [part.split("=", 1)[0], part.slice(part.indexOf("=") + 1)]));

test.runIf(existsSync(systemdAnalyze))("systemd finds no fault in the unit of several processes", () => {
  using folder = createTemporaryFolder("unit");
  const file = path.join(folder.path, "aerial-console@.service");
  writeFileSync(file, unit.replaceAll("/usr/bin/node", process.execPath));
  const instance = path.join(folder.path, "aerial-console@5181.service");
  expect(
    execFileSync(systemdAnalyze, ["verify", `${file}:${path.basename(instance)}`], {
      encoding: "utf8",
      stdio: "pipe",
    }),
  ).toBe("");
});

test("two processes run as the guide says: behind nginx, with NATS and one PostgreSQL", async () => {
  await using postgres = await createDatabase();
  using folder = createTemporaryFolder("guide");
  const [natsPort, routePort, ...ports] = await Promise.all(Array.from({ length: 4 }, reservePort));
  const natsFile = path.join(folder.path, "nats.conf");
  const natsConfig = readRecipe("cluster.md", "NATS", "")
    .replaceAll("10.0.0.11:4222", `127.0.0.1:${natsPort}`)
    .replaceAll("10.0.0.11:6222", `127.0.0.1:${routePort}`);
  writeFileSync(natsFile, natsConfig);
  await using nats = watchProgram([findNats(), "-c", natsFile], {});
  await nats.waitFor(/Server is ready/);

  const settings = readAssignments(
    readRecipe("cluster.md", "Settings", "sh")
      .split("\n")
      .filter((line) => /^[A-Z]/.test(line)),
  );
  const shared = {
    ...settings,
    MACHINE: "127.0.0.1",
    DATABASE_URL: postgres.url,
    NATS_URL: `nats://127.0.0.1:${natsPort}`,
    TRUST_PROXY: "127.0.0.1",
  };
  const start = (port: number | undefined) => {
    const own = (text: string) =>
      text
        .replaceAll("%i", String(port))
        .replaceAll("/var/lib", folder.path)
        .replace("${MACHINE}", shared.MACHINE);
    const environment = readAssignments(readUnit("Environment").flatMap((line) => own(line).split(" ")));
    const command = own(readUnit("ExecStart")[0] ?? "").replace("/usr/bin/node", process.execPath);
    return watchProgram(command.split(" "), {
      cwd: checkout,
      env: { PATH: "/usr/bin:/bin", ...environment, ...shared },
    });
  };
  await using one = start(ports[0]);
  await using two = start(ports[1]);
  for (const process of [one, two]) await process.waitFor(/Aerial Console is at/);

  const upstream = readRecipe("cluster.md", "One address", "nginx").replaceAll(
    /^.*10\.0\.0\.1[23].*\n/gm,
    "",
  );
  await using nginx = await startNginx(
    upstream + readRecipe("proxy.md", "nginx", "nginx"),
    {
      "10.0.0.11:5181": `127.0.0.1:${ports[0]}`,
      "10.0.0.11:5182": `127.0.0.1:${ports[1]}`,
      "http://127.0.0.1:5180;": "http://console;",
    },
    "/ready",
  );
  expect((await nginx.send("/")).status).toBe(200);
  const logins = ports.flatMap((port) => {
    const state = path.join(folder.path, `aerial-${port}`);
    return readdirSync(state).includes("first-admin.txt") ? [path.join(state, "first-admin.txt")] : [];
  });
  expect(logins).toHaveLength(1);
  const [, phone = "", password = ""] =
    /^phone: (\d+)\npassword: (\S+)/.exec(readFileSync(logins[0] ?? "", "utf8")) ?? [];
  for (const port of ports) {
    const admin = await loginClient(`http://127.0.0.1:${port}`, phone, password);
    expect(await admin.call("GET", "/nothing")).toMatchObject({ status: 404 });
  }
  const [first, second] = ports.map((port) => `http://127.0.0.1:${port}`);
  const elsewhere = logins[0]?.includes(`aerial-${ports[0]}`) ? second : first;
  const admin = await loginClient(elsewhere ?? "", phone, password);
  const next = md5("Second-horse-2");
  const change = { oldPassword: md5(password), newPassword: next, confirmPassword: next };
  expect(await admin.call("PUT", "/user/sysAdmin/pwd/modify", change)).toMatchObject({ state: 0 });
  await expect.poll(() => existsSync(logins[0] ?? "")).toBe(false);
  for (const process of [two, one]) expect(await process.stop()).toBe(0);
});

test("the processes of the compose file have settings that the server takes", () => {
  const common = readAssignments(
    (/environment: &environment\n((?: {4}\S.*\n)+)/.exec(compose)?.[1] ?? "")
      .trim()
      .split(/\n +/)
      .map((line) => line.replace(/: "?([^"]*)"?$/, "=$1")),
  );
  const processes = [...compose.matchAll(/^ {2}(\w+):\n {4}<<: \*process\n.*PROCESS_URL: "([^"]+)"/gm)];
  expect(processes.map(([, name, url]) => [name, url])).toEqual([
    ["one", "http://one:5180"],
    ["two", "http://two:5180"],
    ["three", "http://three:5180"],
  ]);
  for (const [, , PROCESS_URL] of processes) {
    const env = { ...common, PROCESS_URL, SECRET_KEY: "0".repeat(64) };
    expect(readSettings(env)).toMatchObject({
      settings: { production: true, cluster: { processUrl: PROCESS_URL } },
    });
  }
});

test("nginx of the compose file passes on what nginx of one process does", () => {
  const location = /location \/ \{([^}]*)\}/.exec(readRecipe("proxy.md", "nginx", "nginx"))?.[1] ?? "";
  const lines = location.split("\n").flatMap((line) => /^\s*(proxy_\w+ [^;]*;)/.exec(line)?.[1] ?? []);
  expect(lines.length).toBeGreaterThan(6);
  const content = compose.replaceAll("$$", "$");
  for (const line of lines)
    expect(content).toContain(line.replace("http://127.0.0.1:5180", "http://console"));
});

async function createDatabase() {
  const server = await createPostgresServer();
  return { url: server.url, [Symbol.asyncDispose]: () => server.remove() };
}
