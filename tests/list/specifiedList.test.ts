import { expect, test } from "vitest";
import { CallError } from "../../adapters/http/callError.ts";
import type { Client } from "../../adapters/http/client.ts";
import { addListNotice } from "../../adapters/http/listNotices.ts";
import type { ListConfig } from "../../src/list/listConfig.ts";
import type { AnyRow } from "../../src/list/listDefinition.ts";
import { createListPort } from "../../src/list/page/createListPort.ts";

const rows = Array.from({ length: 25 }, (_, i) => ({
  id: `${i + 1}`,
  name: i % 2 === 0 ? `甲${i}` : `乙${i}`,
  alt: null,
}));
addListNotice(rows, "有 1 行无法显示");

/** A list whose own call fails like this, beside the specification's rows. */
const load = (kind: "unsupported" | "offline", filters: Record<string, unknown>, pageNo = 1) => {
  const config = {
    call: { body: undefined },
    specified: async (): Promise<readonly AnyRow[]> => rows,
  } as unknown as ListConfig;
  const client = { call: () => Promise.reject(new CallError(kind, "POST /x/list")) } as unknown as Client;
  const port = createListPort(config, client, {
    getQuery: () => ({ pageNo: 1, pageSize: 10, filters: {} }),
    navigate: () => true,
  });
  return port.load({ pageNo, pageSize: 10, filters }, new AbortController().signal, false);
};

test("a platform without the list's call shows pages of the specification's rows, and what was left out", async () => {
  const page = await load("unsupported", {}, 3);
  expect(page.list.map(({ id }) => id)).toEqual(["21", "22", "23", "24", "25"]);
  expect([page.total, page.notices]).toEqual([25, ["有 1 行无法显示"]]);
});

test("its keyword is looked for in the texts of a row", async () => {
  expect((await load("unsupported", { keyword: "乙2" })).list.map(({ id }) => id)).toEqual(["22", "24"]);
});

test("any other failure is a failure", async () => {
  await expect(load("offline", {})).rejects.toMatchObject({ kind: "offline" });
});
