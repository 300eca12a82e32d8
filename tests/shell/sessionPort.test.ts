import { expect, test } from "vitest";
import { createClient } from "../../adapters/http/client.ts";
import { createLastClick } from "../../adapters/http/lastClick.ts";
import { createSessionStorage } from "../../adapters/http/storage.ts";
import { sessionPort } from "../../src/app/entry/sessionPort.ts";
import { consoleConfig } from "../consoleConfig.ts";
import { memoryStorage } from "../memoryStorage.ts";
import { wang } from "../storedUser.ts";

test("news of a session's user change what is stored only while that session is", () => {
  const local = memoryStorage();
  const storage = createSessionStorage(local, memoryStorage(), new EventTarget() as Window);
  const config = consoleConfig();
  const client = createClient({
    config: () => config,
    credentials: () => null,
    fetch: () => Promise.reject(new Error("nothing is asked")),
    onFault: () => undefined,
  });
  const tabs = { tell: () => undefined, listen: () => () => undefined };
  const port = sessionPort({ config, client, storage, tabs, lastClick: createLastClick(local, () => 0) });
  port.store({ token: "t1", user: wang });
  port.storeUser({ token: "t1", user: { ...wang, name: "王芳芳" } });
  expect(storage.read()?.user.name).toBe("王芳芳");
  storage.clear();
  port.storeUser({ token: "t1", user: wang });
  expect(local.length).toBe(0);
});
