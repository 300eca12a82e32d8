import { expect, test } from "vitest";
import { createClient } from "../../adapters/http/client.ts";
import { createLastClick } from "../../adapters/http/lastClick.ts";
import { createSessionStorage } from "../../adapters/http/sessionStorage.ts";
import { createSessionPort } from "../../src/app/boot/createSessionPort.ts";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";
import { createMemoryStorage } from "../helpers/createMemoryStorage.ts";
import { sampleUser } from "../helpers/sampleUser.ts";

/** The session's port in a tab of its own, whose calls are answered by `fetch`. */
function createPort(fetch: typeof globalThis.fetch) {
  const local = createMemoryStorage();
  const storage = createSessionStorage(local, createMemoryStorage(), new EventTarget() as Window);
  const config = createConsoleConfig();
  const client = createClient({
    config: () => config,
    credentials: () => null,
    fetch,
    onError: () => undefined,
  });
  const tabs = { emit: () => undefined, subscribe: () => () => undefined };
  const lastClick = createLastClick(local, Date.now);
  const port = createSessionPort({ config, client, storage, tabs, lastClick });
  return { local, storage, lastClick, port };
}

test("news of a session's user change what is stored only while that session is", () => {
  const { local, storage, port } = createPort(() => Promise.reject(new Error("nothing is asked")));
  port.store({ token: "t1", user: sampleUser });
  port.storeUser({ token: "t1", user: { ...sampleUser, name: "王芳芳" } });
  expect(storage.read()?.user.name).toBe("王芳芳");
  storage.clear();
  port.storeUser({ token: "t1", user: sampleUser });
  expect(local.length).toBe(0);
});

test("the 15 minutes count from the login, whatever an earlier session has left", async () => {
  const { uToken, ...user } = sampleUser;
  const answer = { state: 0, message: "", data: { token: "t1", uToken, user } };
  const { lastClick, port } = createPort(async () => Response.json(answer));
  const before = Date.now();
  lastClick.write(before - 3 * 3_600_000);
  const credentials = { phoneNumber: "13800000002", password: "0".repeat(32) };
  await port.login(credentials, new AbortController().signal);
  expect(lastClick.read()).toBeGreaterThanOrEqual(before);
});

test("a login that is refused leaves the last click as it was", async () => {
  const { lastClick, port } = createPort(async () =>
    Response.json({ state: -1, message: "密码错误", data: null }),
  );
  const clicked = Date.now() - 60_000;
  lastClick.write(clicked);
  const credentials = { phoneNumber: "13800000002", password: "0".repeat(32) };
  await expect(port.login(credentials, new AbortController().signal)).rejects.toMatchObject({
    message: "密码错误",
  });
  expect(lastClick.read()).toBe(clicked);
});
