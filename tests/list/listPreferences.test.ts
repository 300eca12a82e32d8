import { describe, expect, it } from "vitest";
import { arrangeColumns, setColumnVisible } from "../../src/list/columns/columnLayout.ts";
import { createListPreferences, type PreferencesUpdater } from "../../src/list/columns/listPreferences.ts";

const columns = [{ key: "name" }, { key: "code" }, { key: "remark" }];
const reversed = [...columns].reverse().map(({ key }) => ({ key, shown: true }));
const key = "list.company";

/** A storage whose replies can be held back and which another tab can write to. */
function createFakeServer(first: unknown) {
  let stored = first;
  let hold: Promise<void> | null = null;
  let isDown = false;
  const get = async () => {
    await hold;
    if (isDown) throw new Error("offline");
    return stored;
  };
  return {
    storage: {
      get,
      update: async <T>(_: string, edit: (value: unknown) => T) => {
        const value = edit(await get());
        stored = value;
        return value;
      },
    },
    getStored: () => stored,
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
    setDown: (next: boolean) => {
      isDown = next;
    },
  };
}
const flushPromises = () => new Promise((resolve) => setTimeout(resolve));
const hideColumn =
  (name: string): PreferencesUpdater =>
  (latest) => ({
    ...latest,
    columns: setColumnVisible(arrangeColumns(columns, latest.columns ?? []), name, false),
  });

describe("createListPreferences", () => {
  it("applies a change made before loading to the stored layout", async () => {
    const server = createFakeServer({ columns: reversed, density: "compact" });
    const release = server.hold();
    const list = createListPreferences(server.storage, key);
    void list.load();
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
    expect(server.getStored()).toEqual({ columns: arranged, density: "compact" });
  });

  it("applies a change to the stored layout after loading failed", async () => {
    const server = createFakeServer({ columns: reversed });
    server.setDown(true);
    const list = createListPreferences(server.storage, key);
    void list.load();
    await flushPromises();
    expect(list.getSnapshot()).toEqual({ isLoaded: true, preferences: {} });
    server.setDown(false);
    list.update(hideColumn("code"));
    await flushPromises();
    expect(list.getSnapshot().preferences.columns?.map(({ key: name }) => name)).toEqual([
      "remark",
      "code",
      "name",
    ]);
  });

  it("keeps what is known where reading it again fails, and takes what is new", async () => {
    const server = createFakeServer({ density: "compact" });
    const list = createListPreferences(server.storage, key);
    await list.load();
    server.setDown(true);
    expect(await list.load()).toEqual({ density: "compact" });
    server.setDown(false);
    server.write({ density: "loose" });
    expect(await list.load()).toEqual({ density: "loose" });
  });

  it("preserves what another tab has stored since", async () => {
    const server = createFakeServer({ density: "compact" });
    const list = createListPreferences(server.storage, key);
    void list.load();
    await flushPromises();
    server.write({ density: "compact", pageSize: 50, view: "cards" });
    list.update((latest) => ({ ...latest, density: "loose" }));
    await flushPromises();
    expect(server.getStored()).toEqual({ density: "loose", pageSize: 50, view: "cards" });
    expect(list.getSnapshot().preferences).toEqual({ density: "loose", pageSize: 50, view: "cards" });
  });

  it("shows a change that could not be stored, but no saved queries that could not", async () => {
    const server = createFakeServer({ density: "compact" });
    const list = createListPreferences(server.storage, key);
    void list.load();
    await flushPromises();
    server.setDown(true);
    list.update((latest) => ({ ...latest, density: "loose" }));
    await flushPromises();
    expect(list.getSnapshot().preferences).toEqual({ density: "loose" });
    const saved = { name: "欠费", filters: {}, moving: {} };
    expect(await list.updateQueries(() => [saved as never])).toBe(false);
    expect(list.getSnapshot().preferences).toEqual({ density: "loose" });
  });
});
