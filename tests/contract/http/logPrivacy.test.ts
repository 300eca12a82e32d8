/** @module-tag full */

import { describe, expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { type LoginResult, loginCalls } from "../../../adapters/contract/session.ts";
import { staffCalls } from "../../../adapters/contract/staff.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { injectCall, toUrl } from "../../helpers/injectCall.ts";
import { createTestPlatform, md5, testPassword } from "../../helpers/testPlatform.ts";
import { connectSocket, createMessage, listenSocket } from "../socket/socketClient.ts";
import { parseLogLines } from "./logLines.ts";

describe("The log has no secret and no personal data", () => {
  test("of a login, a failed login, a search by phone, an export, a saved account and a socket", async () => {
    const own = await createTestPlatform({ seedDemoData: true, env: { LOG_LEVEL: "debug" } });
    const right = { phoneNumber: "13911110001", password: md5(testPassword) };
    const { token, uToken, user } = (await injectCall(own.app, loginCalls.login, { body: right })).body
      .data as LoginResult;
    const headers = { authorization: token, "x-token": token, "u-token": uToken };
    const wrong = { phoneNumber: "13911110002", password: md5("Wrong-horse-8") };
    await injectCall(own.app, loginCalls.login, { body: wrong });
    const [company] = await own.db.select().from(companies).limit(1);
    const phone = company?.phone ?? "";
    const search = { pageNo: 1, pageSize: 20, keyword: phone };
    await injectCall(own.app, companyCalls.companyPageList, { body: search }, headers);
    const file = await own.app.inject({
      method: "POST",
      url: `${toUrl(companyCalls.companyExport, {})}?note=${phone}`,
      headers: { ...headers, cookie: "visitor=cookie-of-mine" },
      payload: { keyword: company?.name },
    });
    expect(file.headers["x-export-rows"]).toBe("1");
    const created = {
      name: "钱新人",
      phoneNumber: "13933330007",
      roles: ["finance"],
      requestId: "made-once",
    };
    const saved = await injectCall(own.app, staffCalls.staffSave, { body: created } as never, headers);
    const { initialPassword } = saved.body.data as { initialPassword: string };
    expect(initialPassword).toBeTruthy();
    const socket = await connectSocket(await listenSocket(own));
    socket.send(createMessage(1, user.id, headers));
    await socket.nextFrame(1);
    socket.raw.close(1000);
    await expect.poll(() => parseLogLines(own).filter(({ msg }) => msg === "socket closed")).toHaveLength(1);
    const { name = "", creditCode = "" } = company ?? {};
    const people = [right.phoneNumber, wrong.phoneNumber, phone, created.phoneNumber, created.name, name];
    const secrets = [
      token,
      uToken,
      right.password,
      testPassword,
      wrong.password,
      "Wrong-horse-8",
      initialPassword,
    ];
    const all = own.logLines.join("");
    for (const one of [...people, user.name, creditCode, ...secrets, "cookie-of-mine", "made-once"]) {
      expect(one).not.toBe("");
      expect(all).not.toContain(one);
    }
    expect(all).not.toMatch(/argon2|(?<!\d)1[3-9]\d{9}(?!\d)|\p{Script=Han}/u);
    // All calls of this test are in the log.
    expect(parseLogLines(own).filter(({ msg }) => msg === "call")).toHaveLength(5);
    await own.close();
  });

  test("even if code logs them by mistake", async () => {
    const own = await createTestPlatform({ env: { LOG_LEVEL: "debug" } });
    const { log } = own.platform;
    const before = own.logLines.length;
    const person = {
      name: "孙某",
      phoneNumber: "13812340000",
      token: "t0ken-of-sun",
      password: "pass-of-sun",
    };
    log.info({ ...person, person, query: { keyword: "key-of-sun" } }, "asked for 13812340000");
    const query = Object.assign(new Error("Failed query: params: 13812340000,secret-of-sun"), {
      query: "select 1",
      params: ["13812340000", "secret-of-sun"],
    });
    log.error({ err: query }, "mistake");
    const logText = own.logLines.slice(before).join("");
    expect(logText).toContain("asked for [phone]");
    expect(logText).not.toMatch(/孙某|13812340000|of-sun/);
    await own.close();
  });
});
