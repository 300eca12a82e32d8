import { isObject } from "./json.ts";
import type { Own, OwnRecord } from "./ownRecords.ts";
import type { PlatformClient } from "./platformClient.ts";
import type { CallName } from "./readSteps.ts";
import { takeRows } from "./records.ts";
import type { Result } from "./report.ts";
import { sendCall, skipCall } from "./sendStep.ts";

/** Creates a record, changes it, and deletes it whatever its changes came to. */
export async function runOwnRecord(client: PlatformClient, record: OwnRecord): Promise<readonly Result[]> {
  const { create, acts, before, remove, name } = record;
  const created = await sendCall(client, create.call, create.args);
  const own = await findOwn(client, record, created.data);
  const calls = new Set([...acts, ...before, remove].map(({ call }) => call));
  if (!own) {
    const lost = { field: "data.id", expected: `the id, or ${name} in the list`, came: "nothing" };
    const result = created.result.outcome === "passed" ? addDifference(created.result, lost) : created.result;
    const others = [...calls].filter((call) => call !== create.call);
    return [result, ...others.map((call) => skipCall(call, "nothing was created")), ...skipChild(record)];
  }
  const results: Result[] = [created.result];
  let { version } = own;
  const act = async ({ call, args }: OwnRecord["remove"]) => {
    const { result, data } = await sendCall(client, call, args({ id: own.id, version }));
    version = toVersion(data) ?? version;
    results.push(result);
    return result;
  };
  for (const one of acts) await act(one);
  if (record.child) results.push(...(await runOwnRecord(client, record.child(own))));
  for (const one of before) await act(one);
  const removed = await act(remove);
  const rest = removed.outcome === "passed" ? await findInList(client, record) : undefined;
  if (rest) {
    const left = { field: "list afterwards", expected: `no ${name}`, came: `the record ${rest.id}` };
    results[results.length - 1] = addDifference(removed, left);
  }
  return results;
}

const skipChild = ({ child }: OwnRecord): readonly Result[] => {
  if (!child) return [];
  const { create, remove } = child({ id: "", version: undefined });
  return [create.call, remove.call].map((call: CallName) => skipCall(call, "nothing to make it of"));
};

async function findOwn(client: PlatformClient, record: OwnRecord, data: unknown): Promise<Own | undefined> {
  const id = isObject(data) && typeof data["id"] === "string" ? data["id"] : "";
  return id === "" ? findInList(client, record) : { id, version: toVersion(data) };
}

/** The record of this name in its list; undefined where that has none. */
export async function findInList(
  client: PlatformClient,
  { list, name }: Pick<OwnRecord, "list" | "name">,
): Promise<Own | undefined> {
  const { data } = await sendCall(client, list.call, list.args);
  const row = takeRows(data).find((one) => isObject(one) && one["name"] === name);
  return isObject(row) && typeof row["id"] === "string"
    ? { id: row["id"], version: toVersion(row) }
    : undefined;
}

const toVersion = (data: unknown): number | undefined => {
  const version = isObject(data) ? data["version"] : undefined;
  return typeof version === "number" && Number.isInteger(version) ? version : undefined;
};

const addDifference = (result: Result, difference: Result["differences"][number]): Result => ({
  ...result,
  outcome: "differs",
  differences: [...result.differences, difference],
});
