import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { boxCalls } from "../../adapters/contract/box.ts";
import { hangarCalls } from "../../adapters/contract/hangar.ts";
import { companies } from "../../server/db/schema/company.ts";
import { type ConsoleRole, type Headers, type TestPlatform, testPlatform } from "../platform.ts";
import { type Answered, sendLoose } from "../send.ts";
import { type DeviceEntity, deviceLines, type StatusLine, tableRoles } from "../spec/statusTable.ts";
import { dataFactory } from "./dataFactory.ts";
import { putBox, putHangar, readBox, readHangar } from "./deviceRecords.ts";

let on: TestPlatform;
let company: typeof companies.$inferSelect;
beforeAll(async () => {
  on = await testPlatform();
  company = await (await dataFactory(on)).company();
});
afterAll(() => on.close());

interface Kept {
  readonly id: string;
  readonly version: number;
}

const put = (entity: DeviceEntity, status: string): Promise<Kept> =>
  entity === "hangar"
    ? putHangar(on.db, company, { status: status as "idle" })
    : putBox(on.db, status === "bound" ? company : null);

/** The record's status now, and its version. */
async function present(entity: DeviceEntity, id: string): Promise<[string, number]> {
  if (entity === "hangar") {
    const { status, version } = await readHangar(on.db, id);
    return [status, version];
  }
  const { companyId, version } = await readBox(on.db, id);
  return [companyId === null ? "free" : "bound", version];
}

let acts = 0;
/** Brings an event about as the console does. */
function bring(event: string, { id, version }: Kept, headers: Headers) {
  const requestId = `device-act-${++acts}`;
  const ask = (endpoint: Parameters<typeof sendLoose>[1], body: object) =>
    sendLoose(on.app, endpoint, { body: { id, version, requestId, ...body } }, headers);
  if (event === "bind") return ask(boxCalls.boxUpdate, { companyId: company.id });
  if (event === "unbind") return ask(boxCalls.boxUpdate, { companyId: "" });
  return ask(hangarCalls.hangarAdd, { status: event === "suspend" ? "service" : "idle" });
}

const whoLines = deviceLines.flatMap((line) => tableRoles.map((role) => [line, role] as const));

describe("what an event does over the wire", () => {
  test.each(whoLines.map(([line, role]) => [line.entity, line.status, line.event, role, line] as const))(
    "%s in %s, %s by %s",
    async (entity, status, event, role, line) => {
      const record = await put(entity, status);
      const answer = await bring(event, record, await on.as(role as ConsoleRole));
      expect([answer.status, answer.body.state]).toEqual([200, stateOf(line, role)]);
      if (answer.body.state === -1) expect(answer.body.message).toContain(`「${line.name}」`);
      const done = answer.body.state === 0;
      expect(await present(entity, record.id)).toEqual([done ? line.result : status, done ? 2 : 1]);
    },
  );
});

function stateOf({ roles }: StatusLine<DeviceEntity>, role: ConsoleRole): number {
  return { 允许: 0, 拒绝: -1, 无权限: -3 }[roles[role]] ?? Number.NaN;
}

describe("two at once", () => {
  const allowed = deviceLines.filter(({ result }) => result !== "拒绝");

  test.each(allowed.map((line) => [line.entity, line.status, line.event] as const))(
    "%s in %s: of two who %s at once exactly one does, 50 times",
    async (entity, status, event) => {
      const [admin, maintainer] = [await on.as("admin"), await on.as("maintainer")];
      for (let round = 0; round < 50; round++) {
        const record = await put(entity, status);
        const answers: Answered[] = await Promise.all([
          bring(event, record, admin),
          bring(event, record, maintainer),
        ]);
        expect(answers.map(({ body }) => body.state).sort((a, b) => a - b)).toEqual([-5, 0]);
        expect((await present(entity, record.id))[1]).toBe(2);
      }
    },
  );

  test("bindings and unbindings leave the company with as many boxes as it has", async () => {
    const [admin, maintainer] = [await on.as("admin"), await on.as("maintainer")];
    await on.db.update(companies).set({ boxCount: 25 }).where(eq(companies.id, company.id));
    for (let round = 0; round < 25; round++) {
      const [free, bound] = [await put("box", "free"), await put("box", "bound")];
      await Promise.all([bring("bind", free, admin), bring("unbind", bound, maintainer)]);
    }
    const [{ boxCount } = { boxCount: 0 }] = await on.db
      .select()
      .from(companies)
      .where(eq(companies.id, company.id));
    expect(boxCount).toBe(25);
  });
});
