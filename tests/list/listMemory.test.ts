import { describe, expect, it } from "vitest";
import { arrange, shownOrNot } from "../../src/list/columns/columnLayout.ts";
import { listMemory, type MemoryChange } from "../../src/list/columns/listMemory.ts";

const columns = [{ key: "name" }, { key: "code" }, { key: "remark" }];
const reversed = [...columns].reverse().map(({ key }) => ({ key, shown: true }));
const key = "list.company";

/** A server whose answers can be held back, and of which another tab writes too. */
function server(first: unknown) {
  let kept = first;
  let hold: Promise<void> | null = null;
  let down = false;
  const get = async () => {
    await hold;
    if (down) throw new Error("offline");
    return kept;
  };
  return {
    memory: {
      get,
      change: async <T>(_: string, edit: (value: unknown) => T) => {
        const value = edit(await get());
        kept = value;
        return value;
      },
    },
    kept: () => kept,
    write: (value: unknown) => {
      kept = value;
    },
    hold: () => {
      const held = Promise.withResolvers<void>();
      hold = held.promise;
      return () => {
        hold = null;
        held.resolve();
      };
    },
    down: (is: boolean) => {
      down = is;
    },
  };
}
const rest = () => new Promise((resolve) => setTimeout(resolve));
const hide =
  (name: string): MemoryChange =>
  (newest) => ({ ...newest, columns: shownOrNot(arrange(columns, newest.columns ?? []), name, false) });

describe("a list's memory", () => {
  it("takes a change made before it came as a change of the arrangement that was kept", async () => {
    const at = server({ columns: reversed, density: "compact" });
    const release = at.hold();
    const list = listMemory(at.memory, key);
    list.load();
    list.remember(hide("code"));
    expect(list.shown().known).toBe(false);
    expect(list.shown().memory.columns?.map(({ key: name }) => name)).toEqual(["name", "code", "remark"]);
    release();
    await rest();
    const arranged = [
      { key: "remark", shown: true },
      { key: "code", shown: false },
      { key: "name", shown: true },
    ];
    expect(list.shown()).toEqual({ known: true, memory: { columns: arranged, density: "compact" } });
    expect(at.kept()).toEqual({ columns: arranged, density: "compact" });
  });

  it("does the same where it could not be read at first", async () => {
    const at = server({ columns: reversed });
    at.down(true);
    const list = listMemory(at.memory, key);
    list.load();
    await rest();
    expect(list.shown()).toEqual({ known: true, memory: {} });
    at.down(false);
    list.remember(hide("code"));
    await rest();
    expect(list.shown().memory.columns?.map(({ key: name }) => name)).toEqual(["remark", "code", "name"]);
  });

  it("keeps what another tab has kept since", async () => {
    const at = server({ density: "compact" });
    const list = listMemory(at.memory, key);
    list.load();
    await rest();
    at.write({ density: "compact", pageSize: 50, view: "cards" });
    list.remember((newest) => ({ ...newest, density: "loose" }));
    await rest();
    expect(at.kept()).toEqual({ density: "loose", pageSize: 50, view: "cards" });
    expect(list.shown().memory).toEqual({ density: "loose", pageSize: 50, view: "cards" });
  });

  it("shows what could not be kept all the same, and nothing of queries that were not", async () => {
    const at = server({ density: "compact" });
    const list = listMemory(at.memory, key);
    list.load();
    await rest();
    at.down(true);
    list.remember((newest) => ({ ...newest, density: "loose" }));
    await rest();
    expect(list.shown().memory).toEqual({ density: "loose" });
    const saved = { name: "欠费", filters: {}, moving: {} };
    expect(await list.changeQueries(() => [saved as never])).toBe(false);
    expect(list.shown().memory).toEqual({ density: "loose" });
  });
});
