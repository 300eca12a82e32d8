import { expect, test } from "vitest";
import type { Client } from "../../adapters/http/client.ts";
import { createDroneSource } from "../../src/pages/operate/createDroneSource.ts";

const toDrone = (number: number) => ({ sn: `SN-${number}`, name: `巡检${number}`, hangarId: null });
/** A company has 5,001 drones, of which an answer has 5,000. */
const drones = Array.from({ length: 5_001 }, (_, index) => toDrone(index));
// Cast: the source calls `deviceList` alone.
const client = {
  call: (_endpoint: unknown, { query: { keyword } }: { readonly query: { readonly keyword?: string } }) =>
    Promise.resolve(drones.filter(({ sn }) => keyword === undefined || sn.includes(keyword)).slice(0, 5_000)),
} as unknown as Client;
const { signal } = new AbortController();
const source = createDroneSource("1");

test("a drone beyond the end of an answer is found by its number, those before it by pinyin too", async () => {
  const find = async (text: string) => (await source.search(client, text, signal)).map(({ value }) => value);
  expect(await find("SN-5000")).toEqual(["SN-5000"]);
  expect(await find("xunjian4999")).toEqual(["SN-4999"]);
});

test("a chosen drone beyond the end keeps its name", async () => {
  expect(await source.fetchByIds(client, ["SN-5000"], signal)).toEqual([
    { value: "SN-5000", label: "巡检5000（SN-5000）" },
  ]);
});
