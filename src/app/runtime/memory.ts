import { meCalls } from "../../../adapters/contract/me.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { Memory } from "../../console/useConsole.ts";

/** How often a change is tried: who is beaten that often by other tabs is told so. */
const tries = 5;

/**
 * What the server remembers for this user.
 * @param isOver whether the session has ended: what is asked for after it would be somebody else's who is signed in then
 */
export function serverMemory(client: Pick<Client, "call">, isOver: () => boolean): Memory {
  const call: Client["call"] = (endpoint, args, options) =>
    isOver()
      ? Promise.reject(new CallError("cancelled", `${endpoint.method} ${endpoint.path}`))
      : client.call(endpoint, args, options);
  const get = async (key: string) => {
    const kept = await call(meCalls.meGet, { params: { key } });
    return kept?.value ?? null;
  };
  return {
    get,
    async put(key, value) {
      await call(meCalls.mePut, { params: { key }, body: { value } });
    },
    async change(key, edit) {
      for (let left = tries; ; left -= 1) {
        const was = await get(key);
        const value = edit(was);
        try {
          await call(meCalls.mePut, { params: { key }, body: { value, was } });
          return value;
        } catch (fault) {
          if (!(fault instanceof CallError) || fault.kind !== "conflict" || left <= 1) throw fault;
        }
      }
    },
    async remove(key) {
      await call(meCalls.meDelete, { params: { key } });
    },
  };
}

/** The same for a platform without our own calls: kept until the page is left. */
export function tabMemory(): Memory {
  const kept = new Map<string, unknown>();
  return {
    get: async (key) => kept.get(key) ?? null,
    put: async (key, value) => void kept.set(key, value),
    change: async (key, edit) => {
      const value = edit(kept.get(key) ?? null);
      kept.set(key, value);
      return value;
    },
    remove: async (key) => void kept.delete(key),
  };
}
