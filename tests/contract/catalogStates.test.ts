import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { channelCodeCalls } from "../../adapters/contract/channelCode.ts";
import { goodsCalls } from "../../adapters/contract/goods.ts";
import { serviceCalls } from "../../adapters/contract/service.ts";
import { type ConsoleRole, type Headers, type TestPlatform, testPlatform } from "../platform.ts";
import { type Answered, sendLoose } from "../send.ts";
import { type CatalogEntity, catalogLines, type StatusLine, tableRoles } from "../spec/statusTable.ts";
import { putChannel, putGoods, putService, readChannel, readGoods, readService } from "./catalogRecords.ts";

let on: TestPlatform;
beforeAll(async () => {
  on = await testPlatform();
});
afterAll(() => on.close());

interface Kept {
  readonly id: string;
  readonly version: number;
  readonly status: string;
}

const put = async (entity: CatalogEntity, status: string): Promise<Kept> => {
  if (entity === "service") return putService(on.db, { status: status as "onShelf" });
  if (entity === "channel") return putChannel(on.db, { status: status as "on" });
  const part = await putService(on.db, { status: "onShelf" });
  return putGoods(on.db, [part.id], { status: status as "onSale" });
};
const read = { service: readService, goods: readGoods, channel: readChannel } as const;

let acts = 0;
/** Brings an event about as the console does; each entity has a way of its own. */
function bring(entity: CatalogEntity, event: string, { id, version }: Kept, headers: Headers) {
  const requestId = `catalog-act-${++acts}`;
  const ask = (endpoint: Parameters<typeof sendLoose>[1], args: Parameters<typeof sendLoose>[2]) =>
    sendLoose(on.app, endpoint, args, headers);
  if (entity === "service") {
    const call = event === "upShelf" ? serviceCalls.serviceUpShelf : serviceCalls.serviceSoldOut;
    return ask(call, { params: { id }, query: { version, requestId } });
  }
  if (entity === "goods") {
    const status = event === "upShelf" ? "onSale" : "offSale";
    return ask(goodsCalls.goodsSave, { body: { id, version, status, requestId } });
  }
  const status = event === "enable" ? "on" : "off";
  return ask(channelCodeCalls.channelUpdate, { body: { id, version, status, requestId } });
}

const whoLines = catalogLines.flatMap((line) => tableRoles.map((role) => [line, role] as const));

describe("what an event does over the wire", () => {
  test.each(whoLines.map(([line, role]) => [line.entity, line.status, line.event, role, line] as const))(
    "%s in %s, %s by %s",
    async (entity, status, event, role, line) => {
      const record = await put(entity, status);
      const answer = await bring(entity, event, record, await on.as(role as ConsoleRole));
      const after = await read[entity](on.db, record.id);
      expect([answer.status, answer.body.state]).toEqual([200, stateOf(line, role)]);
      if (answer.body.state === -1) expect(answer.body.message).toContain(`「${line.name}」`);
      const done = answer.body.state === 0;
      expect(after.status).toBe(done ? line.result : status);
      expect(after.version).toBe(done ? 2 : 1);
    },
  );
});

function stateOf({ roles }: StatusLine<CatalogEntity>, role: ConsoleRole): number {
  return { 允许: 0, 拒绝: -1, 无权限: -3 }[roles[role]] ?? Number.NaN;
}

describe("two at once", () => {
  const allowed = catalogLines.filter(({ result }) => result !== "拒绝");

  test.each(allowed.map((line) => [line.entity, line.status, line.event] as const))(
    "%s in %s: of two who %s at once exactly one does, 50 times",
    async (entity, status, event) => {
      const [admin, operator] = [await on.as("admin"), await on.as("operator")];
      for (let round = 0; round < 50; round++) {
        const record = await put(entity, status);
        const answers: Answered[] = await Promise.all([
          bring(entity, event, record, admin),
          bring(entity, event, record, operator),
        ]);
        const states = answers.map(({ body }) => body.state).sort((a, b) => a - b);
        expect(states).toEqual([-5, 0]);
        expect((await read[entity](on.db, record.id)).version).toBe(2);
      }
    },
  );

  test("goods that go on sale and their service that goes off the shelf never both do", async () => {
    const [admin, operator] = [await on.as("admin"), await on.as("operator")];
    for (let round = 0; round < 50; round++) {
      const part = await putService(on.db, { status: "onShelf" });
      const whole = await putGoods(on.db, [part.id]);
      const answers = await Promise.all([
        bring("goods", "upShelf", whole, admin),
        bring("service", "soldOut", part, operator),
      ]);
      expect(answers.filter(({ body }) => body.state === 0)).toHaveLength(1);
      expect(answers.find(({ body }) => body.state !== 0)?.body.state).toBe(-1);
    }
  });
});
