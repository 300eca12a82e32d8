import { meCalls } from "../../../adapters/contract/me.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { Memory } from "../../console/useConsole.ts";

/** What the server remembers for this user. */
export function serverMemory(client: Client): Memory {
  return {
    async get(key) {
      const kept = await client.call(meCalls.meGet, { params: { key } });
      return kept?.value ?? null;
    },
    async put(key, value) {
      await client.call(meCalls.mePut, { params: { key }, body: { value } });
    },
    async remove(key) {
      await client.call(meCalls.meDelete, { params: { key } });
    },
  };
}

/** The same for a platform without our own calls: kept until the page is left. */
export function tabMemory(): Memory {
  const kept = new Map<string, unknown>();
  return {
    get: async (key) => kept.get(key) ?? null,
    put: async (key, value) => void kept.set(key, value),
    remove: async (key) => void kept.delete(key),
  };
}
