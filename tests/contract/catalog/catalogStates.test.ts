import { afterAll, describe, expect, test } from "vitest";
import { channelCodeCalls } from "../../../adapters/contract/channelCode.ts";
import { goodsCalls } from "../../../adapters/contract/goods.ts";
import { serviceCalls } from "../../../adapters/contract/service.ts";
import { type CallResponse, injectUntyped } from "../../helpers/injectCall.ts";
import { type ConsoleRole, createTestPlatform, type RequestHeaders } from "../../helpers/testPlatform.ts";
import { type CatalogEntity, catalogLines, tableRoles } from "../../spec/statusTable.ts";
import { toExpectedState } from "../fixtures/toExpectedState.ts";
import {
  insertChannel,
  insertGoods,
  insertService,
  readChannel,
  readGoods,
  readService,
} from "./catalogRecords.ts";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());

interface RecordState {
  readonly id: string;
  readonly version: number;
  readonly status: string;
}

const insertInStatus = async (entity: CatalogEntity, status: string): Promise<RecordState> => {
  if (entity === "service") return insertService(ctx.db, { status: status as "onShelf" });
  if (entity === "channel") return insertChannel(ctx.db, { status: status as "on" });
  const part = await insertService(ctx.db, { status: "onShelf" });
  return insertGoods(ctx.db, [part.id], { status: status as "onSale" });
};
const read = { service: readService, goods: readGoods, channel: readChannel } as const;

let requestCount = 0;
/** Triggers an event as the console does, with a different call per entity. */
function performEvent(
  entity: CatalogEntity,
  event: string,
  { id, version }: RecordState,
  headers: RequestHeaders,
) {
  const requestId = `catalog-act-${++requestCount}`;
  const send = (endpoint: Parameters<typeof injectUntyped>[1], args: Parameters<typeof injectUntyped>[2]) =>
    injectUntyped(ctx.app, endpoint, args, headers);
  if (entity === "service") {
    const call = event === "upShelf" ? serviceCalls.serviceUpShelf : serviceCalls.serviceSoldOut;
    return send(call, { params: { id }, query: { version, requestId } });
  }
  if (entity === "goods") {
    const status = event === "upShelf" ? "onSale" : "offSale";
    return send(goodsCalls.goodsSave, { body: { id, version, status, requestId } });
  }
  const status = event === "enable" ? "on" : "off";
  return send(channelCodeCalls.channelUpdate, { body: { id, version, status, requestId } });
}

const roleLines = catalogLines.flatMap((line) => tableRoles.map((role) => [line, role] as const));

describe("the effect of an event", () => {
  test.each(roleLines.map(([line, role]) => [line.entity, line.status, line.event, role, line] as const))(
    "%s in %s, %s by %s",
    async (entity, status, event, role, line) => {
      const record = await insertInStatus(entity, status);
      const response = await performEvent(entity, event, record, await ctx.loginAs(role as ConsoleRole));
      const after = await read[entity](ctx.db, record.id);
      expect([response.status, response.body.state]).toEqual([200, toExpectedState(line, role)]);
      if (response.body.state === -1) expect(response.body.message).toContain(`「${line.name}」`);
      const done = response.body.state === 0;
      expect(after.status).toBe(done ? line.result : status);
      expect(after.version).toBe(done ? 2 : 1);
    },
  );
});

describe("two concurrent events", () => {
  const allowed = catalogLines.filter(({ result }) => result !== "拒绝");

  test.each(allowed.map((line) => [line.entity, line.status, line.event] as const))(
    "%s in %s: exactly one of two concurrent %s succeeds, 50 times",
    { tags: "full" },
    async (entity, status, event) => {
      const [admin, operator] = [await ctx.loginAs("admin"), await ctx.loginAs("operator")];
      for (let round = 0; round < 50; round++) {
        const record = await insertInStatus(entity, status);
        const responses: CallResponse[] = await Promise.all([
          performEvent(entity, event, record, admin),
          performEvent(entity, event, record, operator),
        ]);
        const states = responses.map(({ body }) => body.state).sort((a, b) => a - b);
        expect(states).toEqual([-5, 0]);
        expect((await read[entity](ctx.db, record.id)).version).toBe(2);
      }
    },
  );

  test("putting goods on sale and taking their service off the shelf never both succeed", {
    tags: "full",
  }, async () => {
    const [admin, operator] = [await ctx.loginAs("admin"), await ctx.loginAs("operator")];
    for (let round = 0; round < 50; round++) {
      const part = await insertService(ctx.db, { status: "onShelf" });
      const whole = await insertGoods(ctx.db, [part.id]);
      const responses = await Promise.all([
        performEvent("goods", "upShelf", whole, admin),
        performEvent("service", "soldOut", part, operator),
      ]);
      expect(responses.filter(({ body }) => body.state === 0)).toHaveLength(1);
      expect(responses.find(({ body }) => body.state !== 0)?.body.state).toBe(-1);
    }
  });
});
