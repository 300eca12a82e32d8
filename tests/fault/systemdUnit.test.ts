/** @module-tag full */
import { execFileSync } from "node:child_process";
import { chownSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readRecipe } from "../helpers/readRecipe.ts";
import { md5 } from "../helpers/testPlatform.ts";
import { loginClient } from "../process/apiClient.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { watchProgram } from "../process/watchProgram.ts";

const checkout = path.resolve(import.meta.dirname, "../..");
const unit = readRecipe("hosting.md", "systemd", "ini");
const read = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value ?? "");
const nobody = 65_534;
const systemdAnalyze = "/usr/bin/systemd-analyze";

test.runIf(existsSync(systemdAnalyze))("systemd finds no fault in the unit", () => {
  using folder = createTemporaryFolder("unit");
  const file = path.join(folder.path, "aerial-console.service");
  writeFileSync(file, unit.replace("/usr/bin/node", process.execPath));
  expect(execFileSync(systemdAnalyze, ["verify", file], { encoding: "utf8", stdio: "pipe" })).toBe("");
});

// As systemd would, which runs in no container: needs root.
test("its command runs without rights, and writes nothing outside of the state folder", async () => {
  expect(read("ProtectSystem")).toEqual(["strict"]);
  expect(read("StateDirectory")).toEqual(["aerial"]);
  using state = createTemporaryFolder("aerial", "/var/lib");
  chownSync(state.path, nobody, nobody);
  const environment = Object.fromEntries(
    read("Environment").flatMap((line) => line.split(" ").map((one) => one.split("=") as [string, string])),
  );
  expect(environment["DATA_DIR"]).toBe("/var/lib/aerial");
  const script = `
    mount --make-rprivate / && mount --bind "$1" "$1" && mount -o remount,ro,bind / && shift &&
    exec setpriv --reuid=${nobody} --regid=${nobody} --clear-groups --no-new-privs "$@"`;
  const command = (read("ExecStart")[0] ?? "").replace("/usr/bin/node", process.execPath).split(" ");
  await using server = watchProgram(["unshare", "-m", "sh", "-ec", script, "sh", state.path, ...command], {
    cwd: checkout,
    env: { PATH: "/usr/bin:/bin", ...environment, DATA_DIR: state.path, PORT: "0" },
  });
  const [, url = ""] = await server.waitFor(/Aerial Console is at (\S+)/);
  await expect.poll(() => fetch(`${url}/ready`).then(({ status }) => status)).toBe(200);
  const firstAdmin = readFileSync(path.join(state.path, "first-admin.txt"), "utf8");
  const [, phone = "", password = ""] = /^phone: (\d+)\npassword: (\S+)/.exec(firstAdmin) ?? [];
  const admin = await loginClient(url, phone, password);
  const next = md5("Second-horse-2");
  const change = { oldPassword: md5(password), newPassword: next, confirmPassword: next };
  expect(await admin.call("PUT", "/user/sysAdmin/pwd/modify", change)).toMatchObject({ state: 0 });
  await expect.poll(() => readdirSync(state.path)).not.toContain("first-admin.txt");
  expect(await server.stop()).toBe(0);
});
