import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineCalls } from "../../../adapters/contract/endpoint.ts";
import type { Call, FileResponse } from "../../../server/call.ts";
import { registerRoutes } from "../../../server/calls/registerRoutes.ts";
import { insertAll } from "../../../server/db/insertAll.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { prepareExport } from "../../../server/list/prepareExport.ts";
import { companyList } from "../../../server/modules/company/companyList.ts";
import { createServingServices, createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";

const rows = 6_000;
const call = { host: "api", method: "POST", summary: "导出", access: "session", kind: "blob" } as const;
const calls = defineCalls({
  whole: { ...call, path: "/whole" },
  brokenMidway: { ...call, path: "/midway" },
  brokenAtOnce: { ...call, path: "/at-once" },
});

let ctx: TestPlatform;
let app: FastifyInstance;
beforeAll(async () => {
  ctx = await createTestPlatform();
  const factory = await createDataFactory(ctx);
  const { name: _name, ...fields } = await factory.createCompany({ id: "1" });
  const more = Array.from({ length: rows - 1 }, (_, index) => {
    const id = String(index + 2);
    return { ...fields, id, name: `企业${id}`, creditCode: `B${id}`, createdAt: ctx.clock.now() };
  });
  await insertAll(ctx.db, companies, more);
  app = fastify({ forceCloseConnections: true });
  registerRoutes(app, createServingServices(ctx), calls, {
    whole: (_input, using) => handleExport(using, null),
    // Newest first, so that the oldest is on the second keyset page.
    brokenMidway: (_input, using) => handleExport(using, "1"),
    brokenAtOnce: async () => ({ fileName: "企业.xlsx", rows, stream: createBrokenStream() }),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await ctx.close();
});

/** A company export that fails at the row with this id. */
async function handleExport(
  { afterCommit, exports, newId }: Call,
  badId: string | null,
): Promise<FileResponse> {
  const preparedExport = await prepareFailingExport(badId);
  let read = () => createBrokenStream();
  const order = {
    id: newId(),
    exportId: "x",
    staffId: "1",
    sessionId: "1",
    isStreamed: true,
    ...preparedExport,
  };
  afterCommit(() => {
    read = exports.start(order);
  });
  return {
    fileName: preparedExport.fileName,
    rows: preparedExport.rows,
    stream: { [Symbol.asyncIterator]: () => read() },
  };
}

const prepareFailingExport = (badId: string | null) =>
  prepareExport(
    { db: ctx.db, dbOutsideTransaction: ctx.db, now: ctx.clock.now() },
    companyList,
    {},
    {
      title: "企业",
      reads: ["id", "name"],
      columns: [
        {
          key: "name",
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

async function* createBrokenStream(): AsyncGenerator<Uint8Array> {
  yield* [];
  throw new Error("Not one row can be read");
}

const download = async (path: string) => {
  const { port } = app.server.address() as AddressInfo;
  const headers = await ctx.loginAs("operator");
  return fetch(`http://127.0.0.1:${port}/wms/api${path}`, { method: "POST", headers: { ...headers } });
};

test("An export is complete over a real connection", async () => {
  const response = await download("/whole");
  expect([response.status, response.headers.get("x-export-rows")]).toEqual([200, "6000"]);
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
});

test("An error midway destroys the connection, so that a partial file is not taken for a complete one, and is reported", async () => {
  const response = await download("/midway");
  expect([response.status, response.headers.get("x-export-rows")]).toEqual([200, "6000"]);
  await expect(response.arrayBuffer()).rejects.toThrow("terminated");
  expect(ctx.errors.map(String)).toEqual(["Error: The row cannot be read"]);
  ctx.errors.length = 0;
});

test("An error before the first byte is returned in the envelope", async () => {
  const response = await download("/at-once");
  expect(response.status).toBe(500);
  expect(response.headers.get("content-type")).toContain("application/json");
  expect(await response.json()).toEqual({ state: -1, message: "服务器内部错误，请稍后再试", data: null });
  expect(ctx.errors.map(String)).toEqual(["Error: Not one row can be read"]);
  ctx.errors.length = 0;
});
