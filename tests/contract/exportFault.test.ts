import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineCalls } from "../../adapters/contract/endpoint.ts";
import type { Call, FileAnswer } from "../../server/call.ts";
import { insertAll } from "../../server/db/insertAll.ts";
import { companies } from "../../server/db/schema/company.ts";
import { exportOf } from "../../server/list/exportOf.ts";
import { companyList } from "../../server/modules/company/companyList.ts";
import { serve } from "../../server/serve.ts";
import { servingOf, type TestPlatform, testPlatform } from "../platform.ts";
import { dataFactory } from "./dataFactory.ts";

const rows = 6_000;
const call = { host: "api", method: "POST", summary: "导出", access: "session", kind: "blob" } as const;
const calls = defineCalls({
  whole: { ...call, path: "/whole" },
  brokenMidway: { ...call, path: "/midway" },
  brokenAtOnce: { ...call, path: "/at-once" },
});

let on: TestPlatform;
let app: FastifyInstance;
beforeAll(async () => {
  on = await testPlatform();
  const make = await dataFactory(on);
  const { name: _name, ...fields } = await make.company({ id: "1" });
  const more = Array.from({ length: rows - 1 }, (_, index) => {
    const id = String(index + 2);
    return { ...fields, id, name: `企业${id}`, creditCode: `B${id}`, createdAt: on.clock.now() };
  });
  await insertAll(on.db, companies, more);
  app = fastify({ forceCloseConnections: true });
  serve(app, servingOf(on), calls, {
    whole: (_input, using) => exported(using, null),
    // The newest come first, so that the oldest is on the second keyset page.
    brokenMidway: (_input, using) => exported(using, "1"),
    brokenAtOnce: async () => ({ fileName: "企业.xlsx", rows, stream: brokenStream() }),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await on.close();
});

/** The companies' export, which fails at the row of this id. */
async function exported({ afterCommit, exports, newId }: Call, badId: string | null): Promise<FileAnswer> {
  const plan = await planned(badId);
  let read = () => brokenStream();
  const order = { id: newId(), exportId: "x", staffId: "1", sessionId: "1", followed: true, ...plan };
  afterCommit(() => {
    read = exports.begin(order);
  });
  return { fileName: plan.fileName, rows: plan.rows, stream: { [Symbol.asyncIterator]: () => read() } };
}

const planned = (badId: string | null) =>
  exportOf(
    { db: on.db, outside: on.db, now: on.clock.now() },
    companyList,
    {},
    {
      title: "企业",
      reads: ["id", "name"],
      columns: [
        {
          header: "名称",
          width: 20,
          cell: ({ id, name }) => {
            if (id === badId) throw new Error("The row cannot be read");
            return name;
          },
        },
      ],
    },
  );

async function* brokenStream(): AsyncGenerator<Uint8Array> {
  yield* [];
  throw new Error("Not one row can be read");
}

const download = async (path: string) => {
  const { port } = app.server.address() as AddressInfo;
  const headers = await on.as("operator");
  return fetch(`http://127.0.0.1:${port}/wms/api${path}`, { method: "POST", headers: { ...headers } });
};

test("A whole export comes to its end over a real connection", async () => {
  const answer = await download("/whole");
  expect([answer.status, answer.headers.get("x-export-rows")]).toEqual([200, "6000"]);
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
});

test("A fault midway destroys the connection, so that half a file is never taken for a whole one, and is told", async () => {
  const answer = await download("/midway");
  expect([answer.status, answer.headers.get("x-export-rows")]).toEqual([200, "6000"]);
  await expect(answer.arrayBuffer()).rejects.toThrow("terminated");
  expect(on.faults.map(String)).toEqual(["Error: The row cannot be read"]);
  on.faults.length = 0;
});

test("A fault before the first byte is answered in the envelope", async () => {
  const answer = await download("/at-once");
  expect(answer.status).toBe(500);
  expect(answer.headers.get("content-type")).toContain("application/json");
  expect(await answer.json()).toEqual({ state: -1, message: "服务器内部错误，请稍后再试", data: null });
  expect(on.faults.map(String)).toEqual(["Error: Not one row can be read"]);
  on.faults.length = 0;
});
