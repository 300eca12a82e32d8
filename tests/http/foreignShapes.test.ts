import { expect, test } from "vitest";
import * as z from "zod/mini";
import { companyCalls } from "../../adapters/contract/company.ts";
import { id } from "../../adapters/contract/fields.ts";
import { passwordCalls } from "../../adapters/contract/password.ts";
import { taskCalls } from "../../adapters/contract/task.ts";
import { createClient } from "../../adapters/http/client.ts";
import { readFileName } from "../../adapters/http/readFileName.ts";
import { readLeniently } from "../../adapters/http/readLeniently.ts";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";

/** A client of another platform, or of ours, that gives each request the same answer. */
const createAnsweredClient = (answer: string, extensions = false) =>
  createClient({
    config: () => createConsoleConfig({ extensions }),
    credentials: () => ({ token: "t", uToken: "" }),
    fetch: () => Promise.resolve(new Response(answer)),
    onError: () => undefined,
  });

const readCompanies = (answer: string, extensions?: boolean) =>
  createAnsweredClient(answer, extensions)
    .call(companyCalls.companyPageList, { body: { pageNo: 1, pageSize: 20 } })
    .then(
      ({ list }) => list.map(({ name }) => name),
      (error: { kind: string }) => error.kind,
    );

test.each(['[{"id":1,"name":"甲"}]', '{"records":[{"id":1,"name":"甲"}],"total":1}'])(
  "another platform may answer %s without a state, this one may not",
  async (answer) => {
    expect(await readCompanies(answer)).toEqual(["甲"]);
    expect(await readCompanies(answer, true)).toBe("contract");
  },
);

test.each(['{"code":500,"msg":"x"}', '{"error":"x"}', '{"success":false}', "<p>x</p>", '"ok"'])(
  "%s is no success",
  async (answer) => {
    expect(await readCompanies(answer)).toBe("contract");
  },
);

test("an act without a state is not taken for done", async () => {
  const frozen = createAnsweredClient("{}").call(companyCalls.companyFrozen, {
    params: { id: "3" },
  } as never);
  await expect(frozen).rejects.toMatchObject({ kind: "contract" });
  const ignored = createAnsweredClient("[]").fetchEnvelope(passwordCalls.checkPwdStatus, {});
  await expect(ignored).rejects.toMatchObject({ kind: "contract" });
});

test.each(['{"id":1,"last":{"lat":39.9,"lng":"116.4"}}', '{"taskId":1,"latitude":39.9,"longitude":116.4}'])(
  "the task %s has a place",
  (row) => {
    const read = readLeniently(taskCalls.taskStartList.data, `{"state":0,"data":[${row}]}`, true);
    expect(read?.list[0]?.last).toMatchObject({ lat: 39.9, lon: 116.4 });
  },
);

const readNames = async (answer: object, pageNo: number) => {
  const client = createAnsweredClient(JSON.stringify({ state: 0, data: answer }));
  const page = await client.call(companyCalls.companyPageList, { body: { pageNo, pageSize: 2 } });
  return [page.total, ...page.list.map(({ name }) => name)];
};
const named = (...names: readonly string[]) => names.map((name) => ({ id: name, name }));

test("of a platform without pages each page has its rows", async () => {
  expect(await readNames(named("a", "b", "c"), 1)).toEqual([3, "a", "b"]);
  expect(await readNames(named("a", "b", "c"), 2)).toEqual([3, "c"]);
});

test("without a total there may be more after a full page, and there is none after another", async () => {
  expect(await readNames({ list: named("a", "b") }, 1)).toEqual([3, "a", "b"]);
  expect(await readNames({ list: named("c") }, 2)).toEqual([3, "c"]);
  expect(await readNames({ list: named("a", "b"), total: "9" }, 1)).toEqual([9, "a", "b"]);
});

test("a part of a fen is rounded, other fractions stay", () => {
  const row = z.object({ fen: z.int(), count: z.nullable(z.int()), rate: z.number() });
  const text = '{"state":0,"data":{"fen":"24690.5","count":0.3,"rate":"0.065"}}';
  expect(readLeniently(row, text, false)).toEqual({ fen: 24_691, count: 0, rate: 0.065 });
});

test("nodes deeper than a tree may be are left out", () => {
  const node = z.object({ id, children: z.array(z.never()) });
  expect(readLeniently(z.array(node), '{"state":0,"data":[{"id":1,"children":[{"id":2}]}]}', false)).toEqual([
    { id: "1", children: [] },
  ]);
});

test("an id and a task's id stand for one another", () => {
  const flight = z.array(z.object({ id, taskId: id, name: z.string() }));
  expect(readLeniently(flight, '{"state":0,"data":[{"id":1},{"taskId":2}]}', false)).toMatchObject([
    { id: "1", taskId: "1" },
    { id: "2", taskId: "2" },
  ]);
});

test.each([
  ["attachment; filename*=UTF-8''%E4%BC%81.xlsx", "", "企.xlsx"],
  ['attachment; filename="a b.csv"', "", "a b.csv"],
  ["attachment; filename=100%.csv", "", "100%.csv"],
  ["", "text/csv; charset=gbk", "export.csv"],
  ["", "application/octet-stream", "export.xlsx"],
])("the file of %s and %s", (disposition, type, name) => {
  expect(readFileName(new Headers({ "content-disposition": disposition, "content-type": type }))).toBe(name);
});
