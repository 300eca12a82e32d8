import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { boxCalls } from "../../../adapters/contract/box.ts";
import { hangarCalls } from "../../../adapters/contract/hangar.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { type CallResponse, injectUntyped } from "../../helpers/injectCall.ts";
import { type ConsoleRole, createTestPlatform, type RequestHeaders } from "../../helpers/testPlatform.ts";
import { type DeviceEntity, deviceLines, tableRoles } from "../../spec/statusTable.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import { toExpectedState } from "../fixtures/toExpectedState.ts";
import { insertBox, insertHangar, readBox, readHangar } from "./deviceRecords.ts";

const ctx = await createTestPlatform();
const company = await (await createDataFactory(ctx)).createCompany();
afterAll(() => ctx.close());

interface RecordState {
  readonly id: string;
  readonly version: number;
}

const insertInStatus = (entity: DeviceEntity, status: string): Promise<RecordState> =>
  entity === "hangar"
    ? insertHangar(ctx.db, company, { status: status as "idle" })
    : insertBox(ctx.db, status === "bound" ? company : null);

/** The record's current status and version. */
async function getCurrentState(entity: DeviceEntity, id: string): Promise<[string, number]> {
  if (entity === "hangar") {
    const { status, version } = await readHangar(ctx.db, id);
    return [status, version];
  }
  const { companyId, version } = await readBox(ctx.db, id);
  return [companyId === null ? "free" : "bound", version];
}

let requestCount = 0;
/** Triggers an event as the console does. */
function performEvent(event: string, { id, version }: RecordState, headers: RequestHeaders) {
  const requestId = `device-act-${++requestCount}`;
  const send = (endpoint: Parameters<typeof injectUntyped>[1], body: object) =>
    injectUntyped(ctx.app, endpoint, { body: { id, version, requestId, ...body } }, headers);
  if (event === "bind") return send(boxCalls.boxUpdate, { companyId: company.id });
  if (event === "unbind") return send(boxCalls.boxUpdate, { companyId: "" });
  return send(hangarCalls.hangarAdd, { status: event === "suspend" ? "service" : "idle" });
}

const roleLines = deviceLines.flatMap((line) => tableRoles.map((role) => [line, role] as const));

describe("the effect of an event", () => {
  test.each(roleLines.map(([line, role]) => [line.entity, line.status, line.event, role, line] as const))(
    "%s in %s, %s by %s",
    async (entity, status, event, role, line) => {
      const record = await insertInStatus(entity, status);
      const response = await performEvent(event, record, await ctx.loginAs(role as ConsoleRole));
      expect([response.status, response.body.state]).toEqual([200, toExpectedState(line, role)]);
      if (response.body.state === -1) expect(response.body.message).toContain(`「${line.name}」`);
      const done = response.body.state === 0;
      expect(await getCurrentState(entity, record.id)).toEqual([done ? line.result : status, done ? 2 : 1]);
    },
  );
});

describe("two concurrent events", { tags: "full" }, () => {
  const allowed = deviceLines.filter(({ result }) => result !== "拒绝");

  test.each(allowed.map((line) => [line.entity, line.status, line.event] as const))(
    "%s in %s: exactly one of two concurrent %s succeeds, 50 times",
    async (entity, status, event) => {
      const [admin, maintainer] = [await ctx.loginAs("admin"), await ctx.loginAs("maintainer")];
      for (let round = 0; round < 50; round++) {
        const record = await insertInStatus(entity, status);
        const responses: CallResponse[] = await Promise.all([
          performEvent(event, record, admin),
          performEvent(event, record, maintainer),
        ]);
        expect(responses.map(({ body }) => body.state).sort((a, b) => a - b)).toEqual([-5, 0]);
        expect((await getCurrentState(entity, record.id))[1]).toBe(2);
      }
    },
  );

  test("concurrent binding and unbinding keeps the company's box count right", async () => {
    const [admin, maintainer] = [await ctx.loginAs("admin"), await ctx.loginAs("maintainer")];
    await ctx.db.update(companies).set({ boxCount: 25 }).where(eq(companies.id, company.id));
    for (let round = 0; round < 25; round++) {
      const [free, bound] = [await insertInStatus("box", "free"), await insertInStatus("box", "bound")];
      await Promise.all([performEvent("bind", free, admin), performEvent("unbind", bound, maintainer)]);
    }
    const [{ boxCount } = { boxCount: 0 }] = await ctx.db
      .select()
      .from(companies)
      .where(eq(companies.id, company.id));
    expect(boxCount).toBe(25);
  });
});
