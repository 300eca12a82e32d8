import { describe, expect, it } from "vitest";
import { CallError } from "../../adapters/http/callError.ts";
import type { Client } from "../../adapters/http/client.ts";
import { createServerStorage } from "../../src/app/session/userStorage.ts";

/** A server that another tab has written to before each of the first so many writes. */
function createFakeServer(beaten: number) {
  let value: unknown = { mine: 0, theirs: 0 };
  const writes: unknown[] = [];
  const call = async ({ method }: { readonly method: string }, args: { readonly body?: unknown }) => {
    if (method === "GET") return { value, updatedAt: "" };
    writes.push(args.body);
    if (writes.length <= beaten) {
      value = { mine: 0, theirs: writes.length };
      throw new CallError("conflict", "PUT /x/me/:key", { status: 200, state: -5 });
    }
    value = (args.body as { value: unknown }).value;
    return { updatedAt: "" };
  };
  return { client: { call } as unknown as Client, kept: () => value, writes };
}
const setMineToOne = (stored: unknown) => ({ ...(stored as object), mine: 1 });

describe("what the server remembers", () => {
  it("is changed over what was read, and again where another tab was quicker", async () => {
    const at = createFakeServer(2);
    expect(await createServerStorage(at.client, () => false).update("list.company", setMineToOne)).toEqual({
      mine: 1,
      theirs: 2,
    });
    expect(at.kept()).toEqual({ mine: 1, theirs: 2 });
    expect(at.writes[0]).toEqual({ value: { mine: 1, theirs: 0 }, was: { mine: 0, theirs: 0 } });
  });

  it("gives up where others are always quicker", async () => {
    const at = createFakeServer(99);
    await expect(
      createServerStorage(at.client, () => false).update("list.company", setMineToOne),
    ).rejects.toThrow(CallError);
    expect(at.writes).toHaveLength(5);
  });

  it("takes nothing after the session has ended: somebody else may be signed in", async () => {
    const at = createFakeServer(0);
    let over = false;
    const memory = createServerStorage(at.client, () => over);
    await memory.set("draft.company.create", 1);
    over = true;
    for (const late of [memory.set("draft.company.create", 2), memory.remove("draft.company.create")])
      await expect(late).rejects.toMatchObject({ kind: "cancelled" });
    expect([at.kept(), at.writes.length]).toEqual([1, 1]);
  });
});
