import { expect, test } from "vitest";
import { createClient } from "../../adapters/http/client.ts";
import { createLastClick } from "../../adapters/http/lastClick.ts";
import { createSessionStorage } from "../../adapters/http/storage.ts";
import { sessionPort } from "../../src/app/entry/sessionPort.ts";
import { consoleConfig } from "../consoleConfig.ts";
import { memoryStorage } from "../memoryStorage.ts";
import { wang } from "../storedUser.ts";

/** The session's port in a tab of its own, whose calls are answered by `fetch`. */
function portOf(fetch: typeof globalThis.fetch) {
  const local = memoryStorage();
  const storage = createSessionStorage(local, memoryStorage(), new EventTarget() as Window);
  const config = consoleConfig();
  const client = createClient({
    config: () => config,
    credentials: () => null,
    fetch,
    onFault: () => undefined,
  });
  const tabs = { tell: () => undefined, listen: () => () => undefined };
  const lastClick = createLastClick(local, Date.now);
  const port = sessionPort({ config, client, storage, tabs, lastClick });
  return { local, storage, lastClick, port };
}

test("news of a session's user change what is stored only while that session is", () => {
  const { local, storage, port } = portOf(() => Promise.reject(new Error("nothing is asked")));
  port.store({ token: "t1", user: wang });
  port.storeUser({ token: "t1", user: { ...wang, name: "王芳芳" } });
  expect(storage.read()?.user.name).toBe("王芳芳");
  storage.clear();
  port.storeUser({ token: "t1", user: wang });
  expect(local.length).toBe(0);
});

test("the 15 minutes count from the login, whatever an earlier session has left", async () => {
  const { uToken, ...user } = wang;
  const answer = { state: 0, message: "", data: { token: "t1", uToken, user } };
  const { lastClick, port } = portOf(async () => Response.json(answer));
  const before = Date.now();
  lastClick.write(before - 3 * 3_600_000);
  const credentials = { phoneNumber: "13800000002", password: "0".repeat(32) };
  await port.login(credentials, new AbortController().signal);
  expect(lastClick.read()).toBeGreaterThanOrEqual(before);
});

test("a login that is refused leaves the last click as it was", async () => {
  const { lastClick, port } = portOf(async () =>
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
