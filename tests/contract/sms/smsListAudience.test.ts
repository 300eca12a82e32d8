import { afterAll, describe, expect, test } from "vitest";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { formatValue } from "../../../server/audit/formatValue.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { services } from "../../../server/db/schema/service.ts";
import { smsDeclines } from "../../../server/db/schema/smsDecline.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { openSession } from "../../helpers/testPlatform.ts";
import { setupOrders } from "../fixtures/setupFixtures.ts";
import { createSmsFixture } from "./smsFixture.ts";

const ids: Record<string, string> = {};

const fixture = await createSmsFixture();
const { factory } = fixture;
const make = async (key: string, fields: Parameters<typeof factory.createCompany>[0]) => {
  const { id } = await factory.createCompany(fields);
  ids[key] = id;
  return id;
};
const one = await make("甲", { name: "甲公司", level: "A", managerName: "王经理" });
const two = await make("乙", { name: "乙有限公司", level: "A", managerName: "李经理" });
await make("丙", { name: "丙公司", level: "A", managerName: "王经理" });
const frozen = await make("丁", { name: "丁公司", level: "A", status: "frozen" });
const other = await make("戊", { name: "戊公司", level: "B", managerName: "王经理" });
await factory.createUser(one, { phoneNumber: "13600000001", role: "owner", name: "赵一" });
await factory.createUser(one, { phoneNumber: "13600000002", role: "pilot", name: "钱二" });
await factory.createUser(two, { phoneNumber: "13600000003", role: "owner", name: "孙三" });
await factory.createUser(two, {
  phoneNumber: "13600000004",
  role: "owner",
  name: "李四",
  status: "frozen",
});
await factory.createUser(frozen, { phoneNumber: "13600000005", role: "owner", name: "周五" });
await factory.createUser(other, { phoneNumber: "13600000006", role: "owner", name: "吴六" });
afterAll(() => fixture.ctx.close());

const preview = async (body: object) => {
  const defaults = { type: "notice", content: "今天下雨", target: { all: true } } as const;
  const sent = { body: { ...defaults, ...body } };
  return (await injectCall(fixture.ctx.app, smsCalls.smsPreview, sent, fixture.operator)).body;
};
const getMessages = async (batchId: string) =>
  (await fixture.getAll())
    .filter((message) => message.batchId === batchId)
    .sort((a, b) => a.phone.localeCompare(b.phone));

describe("A bulk SMS to a list", () => {
  test("goes to the users of the companies that its conditions find, and tells who is left out", async () => {
    await fixture.ctx.db
      .insert(smsDeclines)
      .values({ phone: "13600000003", at: fixture.ctx.clock.now(), source: "reply" });
    const target = { companies: { level: "A" as const }, roles: ["owner" as const] };
    // 甲: 赵一. 乙: 孙三, and 李四 who is frozen. 丙 has nobody. 丁 is frozen, which matters to marketing only.
    expect((await preview({ target })).data).toMatchObject({
      count: 3,
      skipped: { declined: 0, limited: 0, frozen: 1, incomplete: 0, companies: 1 },
    });
    expect((await preview({ target, type: "marketing", content: "新品上线" })).data).toMatchObject({
      count: 1,
      skipped: { declined: 1, limited: 0, frozen: 2, incomplete: 0, companies: 1 },
    });
    const { body } = await fixture.sendBulk({ target });
    const messages = await getMessages((body.data as { batchId: string }).batchId);
    expect(messages.map(({ phone }) => phone)).toEqual(["13600000001", "13600000003", "13600000005"]);
  });

  test("of users goes to those that the user list shows", async () => {
    const target = { users: { companyId: ids["甲"] ?? "", role: "pilot" as const } };
    const { body } = await fixture.sendBulk({ target });
    const messages = await getMessages((body.data as { batchId: string }).batchId);
    expect(messages.map(({ phone }) => phone)).toEqual(["13600000002"]);
  });

  test("is recorded with the list's conditions in words", async () => {
    const target = {
      companies: { level: "A" as const, status: "normal" as const },
      roles: ["owner" as const],
    };
    const { body } = await fixture.sendBulk({ target });
    const { batchId } = body.data as { batchId: string };
    const rows = await fixture.ctx.db.select().from(auditLog);
    const after = rows.find(({ entityId }) => entityId === batchId)?.after as { target: string };
    expect(formatValue("sms", "target", after.target)).toBe("账号列表，状态：正常；级别：A 级；角色：负责人");
  });

  test("is refused for a search by phone, whose result its number of recipients would tell", async () => {
    for (const target of [{ companies: { keyword: "13600000001" } }, { users: { keyword: "0001" } }])
      expect((await preview({ target })).message).toBe(
        "不能群发给按手机号查找的结果，请在列表中勾选收件人后再发",
      );
  });
});

test("Merge fields are filled in for each recipient on the server, as the samples show", async () => {
  const { ctx, fixture: orderFixture, factory, goods } = await setupOrders();
  const create = async (name: string, managerName: string, phoneNumber: string, person: string) => {
    const { id } = await factory.createCompany({ name, managerName, level: "A" });
    await factory.createUser(id, { phoneNumber, role: "owner", name: person });
    return id;
  };
  const one = await create("甲公司", "王经理", "13600000001", "赵一");
  const two = await create("乙公司", "李经理", "13600000002", "{姓名}");
  await create("丙公司", "王经理", "13600000003", "孙三");
  for (const [companyId, months] of [
    [one, 12],
    [two, 24],
  ] as const)
    await orderFixture.createPaid({ companyId, items: [{ goodsId: goods.id, quantity: 1, months }] });
  // A year from 2026 on: 12 months are 365 days, 24 are 731 with the leap day of 2028. Half a day later the last day has begun.
  ctx.clock.advance(355 * 86_400_000 + 43_200_000);
  const send = await openSession(ctx.platform, ctx.staff.operator.id);
  const target = { companies: { level: "A" as const } };
  const preview = async (content: string) =>
    (await injectCall(ctx.app, smsCalls.smsPreview, { body: { type: "notice", content, target } }, send))
      .body;
  const { data } = await preview("{企业名称}的{姓名}：服务{服务名称}还有{剩余天数}天，请联系{客户经理}");
  const [service] = await ctx.db.select({ name: services.name }).from(services);
  expect(data).toMatchObject({
    count: 2,
    skipped: { incomplete: 1, frozen: 0, companies: 0 },
    content: "【低空服务平台】{企业名称}的{姓名}：服务{服务名称}还有{剩余天数}天，请联系{客户经理}",
  });
  const contents = (data as { samples: { content: string }[] }).samples
    .map((sample) => sample.content)
    .sort();
  expect(contents).toEqual([
    // A value is never taken for a field.
    `【低空服务平台】乙公司的{姓名}：服务${service?.name}还有376天，请联系李经理`,
    `【低空服务平台】甲公司的赵一：服务${service?.name}还有10天，请联系王经理`,
  ]);
  expect((await preview("您好{称呼}")).data).toMatchObject({
    refusal: "没有合并字段 {称呼}，可用：{姓名}、{企业名称}、{服务名称}、{剩余天数}、{客户经理}",
  });
  await ctx.close();
});
