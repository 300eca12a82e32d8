import * as z from "zod/mini";
import { createApiClient } from "../process/apiClient.ts";
import type { StorageEntries } from "./openContext.ts";

const storedUser = z.object({ uToken: z.string() });

/**
 * Deletes what forms of an account have stored on the server: one that an earlier test left is offered to the next.
 * @param stored the account's session, as `createStoredSession` returns it
 * @param keys as `draft.company.create`
 */
export async function clearDrafts(
  url: string,
  stored: StorageEntries,
  keys: readonly string[],
): Promise<void> {
  const values = new Map(stored.map(({ name, value }) => [name, value]));
  const token = values.get("token") ?? "";
  const { uToken } = storedUser.parse(JSON.parse(values.get("user") ?? "{}"));
  const client = createApiClient(url, { authorization: token, "x-token": token, "u-token": uToken });
  for (const key of keys) {
    const { state, message } = await client.call("DELETE", `/x/me/${key}`);
    if (state !== 0) throw new Error(`${key} was not deleted: ${message}`);
  }
}
