import { describe, expect, it } from "vitest";
import { arrangeColumns, setColumnVisible } from "../../src/list/columns/columnLayout.ts";
import { createListPreferences, type PreferencesUpdater } from "../../src/list/columns/listPreferences.ts";

const columns = [{ key: "name" }, { key: "code" }, { key: "remark" }];
const reversed = [...columns].reverse().map(({ key }) => ({ key, shown: true }));
const key = "list.company";

/** A server whose answers can be held back, and of which another tab writes too. */
function createFakeServer(first: unknown) {
  let stored = first;
  let hold: Promise<void> | null = null;
  let down = false;
  const get = async () => {
    await hold;
    if (down) throw new Error("offline");
    return stored;
  };
  return {
    storage: {
      get,
      change: async <T>(_: string, edit: (value: unknown) => T) => {
        const value = edit(await get());
        stored = value;
        return value;
      },
    },
    kept: () => stored,
    write: (value: unknown) => {
      stored = value;
    },
    hold: () => {
      const pending = Promise.withResolvers<void>();
      hold = pending.promise;
      return () => {
        hold = null;
        pending.resolve();
      };
    },
    down: (is: boolean) => {
      down = is;
    },
  };
}
const flushPromises = () => new Promise((resolve) => setTimeout(resolve));
const hideColumn =
  (name: string): PreferencesUpdater =>
  (newest) => ({
    ...newest,
    columns: setColumnVisible(arrangeColumns(columns, newest.columns ?? []), name, false),
  });

describe("a list's memory", () => {
  it("takes a change made before it came as a change of the arrangement that was kept", async () => {
    const at = createFakeServer({ columns: reversed, density: "compact" });
    const release = at.hold();
    const list = createListPreferences(at.storage, key);
    list.load();
    list.update(hideColumn("code"));
    expect(list.getSnapshot().isLoaded).toBe(false);
    expect(list.getSnapshot().preferences.columns?.map(({ key: name }) => name)).toEqual([
      "name",
      "code",
      "remark",
    ]);
    release();
    await flushPromises();
    const arranged = [
      { key: "remark", shown: true },
      { key: "code", shown: false },
      { key: "name", shown: true },
    ];
    expect(list.getSnapshot()).toEqual({
      isLoaded: true,
      preferences: { columns: arranged, density: "compact" },
    });
    expect(at.kept()).toEqual({ columns: arranged, density: "compact" });
  });

  it("does the same where it could not be read at first", async () => {
    const at = createFakeServer({ columns: reversed });
    at.down(true);
    const list = createListPreferences(at.storage, key);
    list.load();
    await flushPromises();
    expect(list.getSnapshot()).toEqual({ isLoaded: true, preferences: {} });
    at.down(false);
    list.update(hideColumn("code"));
    await flushPromises();
    expect(list.getSnapshot().preferences.columns?.map(({ key: name }) => name)).toEqual([
      "remark",
      "code",
      "name",
    ]);
  });

  it("keeps what another tab has kept since", async () => {
    const at = createFakeServer({ density: "compact" });
    const list = createListPreferences(at.storage, key);
    list.load();
    await flushPromises();
    at.write({ density: "compact", pageSize: 50, view: "cards" });
    list.update((newest) => ({ ...newest, density: "loose" }));
    await flushPromises();
    expect(at.kept()).toEqual({ density: "loose", pageSize: 50, view: "cards" });
    expect(list.getSnapshot().preferences).toEqual({ density: "loose", pageSize: 50, view: "cards" });
  });

  it("shows what could not be kept all the same, and nothing of queries that were not", async () => {
    const at = createFakeServer({ density: "compact" });
    const list = createListPreferences(at.storage, key);
    list.load();
    await flushPromises();
    at.down(true);
    list.update((newest) => ({ ...newest, density: "loose" }));
    await flushPromises();
    expect(list.getSnapshot().preferences).toEqual({ density: "loose" });
    const saved = { name: "欠费", filters: {}, moving: {} };
    expect(await list.updateQueries(() => [saved as never])).toBe(false);
    expect(list.getSnapshot().preferences).toEqual({ density: "loose" });
  });
});
