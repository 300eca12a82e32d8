import { expect, test } from "vitest";
import { createSessionStorage } from "../../adapters/http/sessionStorage.ts";
import { createMemoryStorage } from "../helpers/createMemoryStorage.ts";
import { sampleUser } from "../helpers/sampleUser.ts";

function createTab() {
  const local = createMemoryStorage();
  return { local, storage: createSessionStorage(local, createMemoryStorage(), new EventTarget() as Window) };
}

test("writeUser updates the user of the stored session", () => {
  const { storage } = createTab();
  storage.write({ token: "t1", user: sampleUser });
  storage.writeUser({ token: "t1", user: { ...sampleUser, name: "王芳芳" } });
  expect(storage.read()).toEqual({ token: "t1", user: { ...sampleUser, name: "王芳芳" } });
});

test("writeUser does not restore a session that another tab has ended", () => {
  const { local, storage } = createTab();
  storage.write({ token: "t1", user: sampleUser });
  storage.clear();
  storage.writeUser({ token: "t1", user: sampleUser });
  expect(local.length).toBe(0);
});

test("writeUser does not change a newer session of another tab", () => {
  const { storage } = createTab();
  const lei = { ...sampleUser, id: "8", name: "李雷" };
  storage.write({ token: "t2", user: lei });
  storage.writeUser({ token: "t1", user: sampleUser });
  expect(storage.read()).toEqual({ token: "t2", user: lei });
});

test("another tab that reads between two writes finds the complete session or none", () => {
  const local = createMemoryStorage();
  const seen: (string | null)[] = [];
  const watched: Storage = {
    ...local,
    getItem: local.getItem,
    setItem(key, value) {
      local.setItem(key, value);
      const user = local.getItem("user");
      seen.push(local.getItem("token") === null ? "none" : user);
    },
  };
  const storage = createSessionStorage(watched, createMemoryStorage(), new EventTarget() as Window);
  storage.write({ token: "t1", user: sampleUser });
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((one) => one !== "none" && one !== JSON.stringify(sampleUser))).toEqual([]);
});
