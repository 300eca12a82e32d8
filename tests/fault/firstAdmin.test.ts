/** @module-tag full */

import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { passwordCalls } from "../../adapters/contract/password.ts";
import { md5 } from "../helpers/testPlatform.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { startServer } from "../process/serverProcess.ts";

it("the first admin's password stays in its file until it is changed, survives kills, and is never printed", async () => {
  using data = createTemporaryFolder("first-admin");
  const env = { NODE_ENV: "production", ADMIN_PHONE: "13812345678" };
  const file = path.join(data.path, "first-admin.txt");
  const start = () => startServer({ dataDir: data.path, env });
  const startAndKill = async () => {
    await using server = await start();
    await expect.poll(server.output).toContain(file);
    return server.stop("SIGKILL");
  };
  const first = await startAndKill();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const [, phoneNumber = "", password = ""] =
    /^phone: (\d+)\npassword: (\S+)\n$/.exec(readFileSync(file, "utf8")) ?? [];
  expect(phoneNumber).toBe("13812345678");
  const again = await startAndKill();
  for (const { output } of [first, again])
    for (const secret of [password, md5(password), phoneNumber]) expect(output).not.toContain(secret);

  {
    await using server = await start();
    const post = async (method: string, call: string, body: object, headers = {}) => {
      const response = await fetch(`${server.url}/wms/api${call}`, {
        method,
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
      return (await response.json()) as { state: number; message: string; data: Record<string, string> };
    };
    const { data: login } = await post("POST", "/user/login", { phoneNumber, password: md5(password) });
    const { token = "", uToken = "" } = login;
    const next = md5("Second-horse-2");
    const { method, path: call } = passwordCalls.modifyPwd;
    const body = { oldPassword: md5(password), newPassword: next, confirmPassword: next };
    expect(await post(method, call, body, { authorization: token, "u-token": uToken })).toMatchObject({
      state: 0,
    });
    await expect.poll(() => existsSync(file)).toBe(false);
    // The dictionaries are seeded, without demo data.
    const get = async (call: string) => {
      const headers = { authorization: token, "u-token": uToken };
      const response = await fetch(`${server.url}/wms/api${call}`, { headers });
      return (await response.json()) as { data: { label: string }[] };
    };
    const reasons = (await get("/sysDict/query/freeze_reason")).data.map(({ label }) => label);
    expect(reasons).toEqual(["欠费", "资料过期", "违规飞行", "企业申请停用", "其他"]);
    const { output } = await server.stop();
    for (const secret of [password, md5(password)]) expect(output).not.toContain(secret);
  }

  await using server = await start();
  expect(server.output()).not.toContain("first-admin");
  expect(existsSync(file)).toBe(false);
});
