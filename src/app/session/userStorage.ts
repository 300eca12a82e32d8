import { meCalls } from "../../../adapters/contract/me.ts";
import { CallError } from "../../../adapters/http/callError.ts";
import type { Client } from "../../../adapters/http/client.ts";
import type { UserStorage } from "../../pageApi/usePageApi.ts";

/** Attempts of an update; then the conflict with other tabs is reported. */
const maxAttempts = 5;

/**
 * Stores values per user on the server.
 * @param isFinished whether the session has ended; later calls are rejected, as another user may have signed in
 */
export function createServerStorage(client: Pick<Client, "call">, isFinished: () => boolean): UserStorage {
  const call: Client["call"] = (endpoint, args, options) =>
    isFinished()
      ? Promise.reject(new CallError("cancelled", `${endpoint.method} ${endpoint.path}`))
      : client.call(endpoint, args, options);
  const get = async (key: string) => {
    const stored = await call(meCalls.meGet, { params: { key } });
    return stored?.value ?? null;
  };
  return {
    get,
    async set(key, value) {
      await call(meCalls.mePut, { params: { key }, body: { value } });
    },
    async update(key, updater) {
      for (let attemptsLeft = maxAttempts; ; attemptsLeft -= 1) {
        const previous = await get(key);
        const value = updater(previous);
        try {
          await call(meCalls.mePut, { params: { key }, body: { value, was: previous } });
          return value;
        } catch (error) {
          if (!(error instanceof CallError) || error.kind !== "conflict" || attemptsLeft <= 1) throw error;
        }
      }
    },
    async remove(key) {
      await call(meCalls.meDelete, { params: { key } });
    },
  };
}

/** Stores values in memory, for a platform without the console's own calls. */
export function createTabStorage(): UserStorage {
  const values = new Map<string, unknown>();
  return {
    get: async (key) => values.get(key) ?? null,
    set: async (key, value) => void values.set(key, value),
    update: async (key, updater) => {
      const value = updater(values.get(key) ?? null);
      values.set(key, value);
      return value;
    },
    remove: async (key) => void values.delete(key),
  };
}
