import { describe, expect, it } from "vitest";
import { CallError } from "../../adapters/http/callError.ts";
import type { Client } from "../../adapters/http/client.ts";
import { createServerStorage } from "../../src/app/session/userStorage.ts";

/** A server on which another tab writes before each of the first `conflictCount` writes. */
function createFakeServer(conflictCount: number) {
  let value: unknown = { mine: 0, theirs: 0 };
  const writes: unknown[] = [];
  const call = async ({ method }: { readonly method: string }, args: { readonly body?: unknown }) => {
    if (method === "GET") return { value, updatedAt: "" };
    writes.push(args.body);
    if (writes.length <= conflictCount) {
      value = { mine: 0, theirs: writes.length };
      throw new CallError("conflict", "PUT /x/me/:key", { status: 200, state: -5 });
    }
    value = (args.body as { value: unknown }).value;
    return { updatedAt: "" };
  };
  return { client: { call } as unknown as Client, getValue: () => value, writes };
}
const setMineToOne = (stored: unknown) => ({ ...(stored as object), mine: 1 });

describe("the server storage", () => {
  it("updates the value that it read, and retries after a conflict with another tab", async () => {
    const server = createFakeServer(2);
    const storage = createServerStorage(server.client, () => false);
    expect(await storage.update("list.company", setMineToOne)).toEqual({ mine: 1, theirs: 2 });
    expect(server.getValue()).toEqual({ mine: 1, theirs: 2 });
    expect(server.writes[0]).toEqual({ value: { mine: 1, theirs: 0 }, was: { mine: 0, theirs: 0 } });
  });

  it("rejects an update after five conflicts", async () => {
    const server = createFakeServer(99);
    const storage = createServerStorage(server.client, () => false);
    await expect(storage.update("list.company", setMineToOne)).rejects.toThrow(CallError);
    expect(server.writes).toHaveLength(5);
  });

  it("rejects writes after the end of the session, as another user may have signed in", async () => {
    const server = createFakeServer(0);
    let isFinished = false;
    const storage = createServerStorage(server.client, () => isFinished);
    await storage.set("draft.company.create", 1);
    isFinished = true;
    for (const write of [storage.set("draft.company.create", 2), storage.remove("draft.company.create")])
      await expect(write).rejects.toMatchObject({ kind: "cancelled" });
    expect([server.getValue(), server.writes.length]).toEqual([1, 1]);
  });
});
