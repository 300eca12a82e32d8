import { expect, test } from "vitest";
import { createSessionStorage } from "../../adapters/http/storage.ts";
import { memoryStorage } from "../memoryStorage.ts";
import { wang } from "../storedUser.ts";

function tab() {
  const local = memoryStorage();
  return { local, storage: createSessionStorage(local, memoryStorage(), new EventTarget() as Window) };
}

test("a user who is renamed is stored with the session that is stored", () => {
  const { storage } = tab();
  storage.write({ token: "t1", user: wang });
  storage.writeUser({ token: "t1", user: { ...wang, name: "王芳芳" } });
  expect(storage.read()).toEqual({ token: "t1", user: { ...wang, name: "王芳芳" } });
});

test("a session that another tab has ended is not brought back by late news of its user", () => {
  const { local, storage } = tab();
  storage.write({ token: "t1", user: wang });
  storage.clear();
  storage.writeUser({ token: "t1", user: wang });
  expect(local.length).toBe(0);
});

test("late news of a user leave the session alone that another tab has begun since", () => {
  const { storage } = tab();
  const lei = { ...wang, id: "8", name: "李雷" };
  storage.write({ token: "t2", user: lei });
  storage.writeUser({ token: "t1", user: wang });
  expect(storage.read()).toEqual({ token: "t2", user: lei });
});

test("another tab that reads between two writes finds the whole session or none", () => {
  const local = memoryStorage();
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
  const storage = createSessionStorage(watched, memoryStorage(), new EventTarget() as Window);
  storage.write({ token: "t1", user: wang });
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((one) => one !== "none" && one !== JSON.stringify(wang))).toEqual([]);
});
