import { expect, test } from "vitest";
import type { StoredLine } from "../../server/db/schema/flight.ts";
import { createLines, noteHeard, toStoredLine } from "../../server/telemetry/ingest/lines.ts";

const key = { accessKeyId: "7", accessKey: "AK7", companyId: "1" };

test.each([
  ["a key", "key 7", "访问密钥 AK7", "1", null],
  ["a gateway", "gateway GW1", "网关 GW1", null, "broker"],
  ["the broker", "broker", "MQTT 服务器", null, null],
] as const)(
  "the line of %s: its id, its name, whose drones it may bring, and what it is part of",
  (of, id, name, companyId, within) => {
    const lines = createLines();
    const line = of === "a key" ? lines.ofKey(key) : lines.ofGateway(of === "a gateway" ? "GW1" : null);
    expect({ ...toStoredLine(line), within: line.within?.id ?? null, heardAt: line.heardAt }).toEqual({
      id,
      name,
      companyId,
      within,
      heardAt: 0,
    });
  },
);

test("samples of one sender come by one line, those of others by others", () => {
  const lines = createLines();
  // A key keeps its line when it gets another name.
  expect(lines.ofKey({ ...key, accessKey: "AK8" })).toBe(lines.ofKey(key));
  expect(lines.ofKey({ ...key, accessKeyId: "8" })).not.toBe(lines.ofKey(key));
  expect(lines.ofGateway("GW1")).toBe(lines.ofGateway("GW1"));
  expect(lines.ofGateway("GW2")).not.toBe(lines.ofGateway("GW1"));
  // The name of a gateway cannot make it a key, or the broker.
  expect(lines.ofGateway("key 7")).not.toBe(lines.ofKey(key));
  expect(lines.ofGateway("broker")).not.toBe(lines.ofGateway(null));
  expect(lines.ofGateway("GW1").within).toBe(lines.ofGateway(null));
});

test.each<[what: string, line: StoredLine, within: string | null]>([
  ["a key", { id: "key 7", name: "访问密钥 AK7", companyId: "1" }, null],
  ["a gateway", { id: "gateway GW1", name: "网关 GW1", companyId: null }, "broker"],
  ["the broker", { id: "broker", name: "MQTT 服务器", companyId: null }, null],
])("%s that a stored flight came by is the same line after a restart, heard now", (_, stored, within) => {
  const lines = createLines();
  const line = lines.restore(stored, 5_000);
  expect([toStoredLine(line), line.within?.id ?? null, line.heardAt]).toEqual([stored, within, 5_000]);
  const known = [lines.ofKey(key), lines.ofGateway("GW1"), lines.ofGateway(null)];
  expect(known).toContain(line);
});

test("what is heard of a gateway is heard of the broker, and what came before makes neither older", () => {
  const lines = createLines();
  const [first, second, broker] = [lines.ofGateway("GW1"), lines.ofGateway("GW2"), lines.ofGateway(null)];
  noteHeard(first, 2_000);
  noteHeard(second, 1_000);
  expect([first, second, broker].map(({ heardAt }) => heardAt)).toEqual([2_000, 1_000, 2_000]);
  noteHeard(lines.ofKey(key), 9_000);
  expect(broker.heardAt).toBe(2_000);
});
