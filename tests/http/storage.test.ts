import { expect, test } from "vitest";
import { createSessionStorage } from "../../adapters/http/sessionStorage.ts";
import { createMemoryStorage } from "../helpers/createMemoryStorage.ts";
import { sampleUser } from "../helpers/sampleUser.ts";

function createTab() {
  const local = createMemoryStorage();
  const tab = createMemoryStorage();
  return { local, tab, storage: createSessionStorage(local, tab, new EventTarget() as Window) };
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

test("the open tags are kept by path and title for the same user until the session is cleared", () => {
  const { tab, storage } = createTab();
  const session = { token: "t1", user: sampleUser };
  storage.write(session);
  const tag = {
    path: "/order/orderList",
    title: "订单列表",
    location: "/order/orderList?keyword=13800000001",
  };
  storage.writeTags(session, [tag]);
  expect(storage.readTags(sampleUser.id)).toEqual([{ path: "/order/orderList", title: "订单列表" }]);
  expect(tab.getItem("tags")).not.toContain("13800000001");
  expect(storage.readTags("8")).toEqual([]);
  storage.clear();
  expect(storage.readTags(sampleUser.id)).toEqual([]);
  storage.writeTags(session, [tag]);
  expect(tab.length).toBe(0);
});

test.each(["{", "[]", '{"userId":"7"}', '{"userId":"7","tags":[{"path":1}]}'])(
  "stored tags that were edited to %s are ignored",
  (text) => {
    const { tab, storage } = createTab();
    tab.setItem("tags", text);
    expect(storage.readTags("7")).toEqual([]);
  },
);
