import { afterAll, describe, expect, test } from "vitest";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { smsDeclines } from "../../../server/db/schema/smsDecline.ts";
import { users } from "../../../server/db/schema/user.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createSmsFixture, insertSms } from "./smsFixture.ts";

const fixture = await createSmsFixture();
const { factory } = fixture;
const [one, two, frozen] = [
  await factory.createCompany({ name: "甲公司" }),
  await factory.createCompany({ name: "乙公司" }),
  await factory.createCompany({ name: "丙公司", status: "frozen" }),
];
const [first, second] = [one.id, two.id];
await factory.createUser(one.id, { phoneNumber: "13500000010", role: "owner", name: "赵一" });
await factory.createUser(one.id, { phoneNumber: "13500000011", role: "pilot" });
await factory.createUser(one.id, { phoneNumber: "13500000012", status: "frozen" });
await factory.createUser(two.id, { phoneNumber: "13500000013", role: "owner" });
await factory.createUser(two.id, { phoneNumber: "13500000014", role: "viewer" });
await factory.createUser(frozen.id, { phoneNumber: "13500000015", role: "owner" });
afterAll(() => fixture.ctx.close());

const getBatchPhones = async (batchId: string) =>
  (await fixture.getAll())
    .filter((item) => item.batchId === batchId)
    .map(({ phone }) => phone)
    .sort();
const unwrapBatch = (response: { body: { data: unknown } }) =>
  response.body.data as { batchId: string; count: number };
const preview = async (body: object) => {
  const defaults = { type: "notice", content: "今天下雨", target: { all: true } } as const;
  return (
    await injectCall(
      fixture.ctx.app,
      smsCalls.smsPreview,
      { body: { ...defaults, ...body } },
      fixture.operator,
    )
  ).body.data;
};

describe("A bulk SMS", () => {
  //
  test("goes to each matching user once, as many as in its preview", async () => {
    const cases = [
      [{ all: true }, ["13500000010", "13500000011", "13500000013", "13500000014", "13500000015"]],
      [{ companyIds: [first] }, ["13500000010", "13500000011"]],
      [{ companyIds: [first, second], roles: ["owner"] }, ["13500000010", "13500000013"]],
      [{ all: true, roles: ["viewer", "pilot"] }, ["13500000011", "13500000014"]],
    ] as const;
    for (const [target, phones] of cases) {
      expect(await preview({ target })).toMatchObject({
        content: "【低空服务平台】今天下雨",
        parts: 1,
        count: phones.length,
        skipped: { declined: 0, limited: 0 },
        refusal: "",
      });
      const { batchId, count } = unwrapBatch(
        await fixture.sendBulk({ target, expectedCount: phones.length } as object),
      );
      expect(count).toBe(phones.length);
      expect(await getBatchPhones(batchId)).toEqual(phones);
    }
  });

  test("goes to selected users, except frozen ones", async () => {
    const ids = (await fixture.ctx.db.select().from(users)).filter(({ phoneNumber }) =>
      ["13500000011", "13500000012", "13500000014"].includes(phoneNumber),
    );
    const target = { userIds: ids.map(({ id }) => id) };
    expect(ids).toHaveLength(3);
    expect(await preview({ target })).toMatchObject({ count: 2 });
    const { batchId } = unwrapBatch(await fixture.sendBulk({ target }));
    expect(await getBatchPhones(batchId)).toEqual(["13500000011", "13500000014"]);
  });

  test("of marketing skips declined phones and users of frozen companies", async () => {
    await fixture.ctx.db
      .insert(smsDeclines)
      .values({ phone: "13500000013", at: fixture.ctx.clock.now(), source: "reply" });
    const marketing = { type: "marketing", content: "新品上线" } as const;
    expect(await preview(marketing)).toMatchObject({
      content: "【低空服务平台】新品上线，拒收请回复R",
      count: 3,
      skipped: { declined: 1, limited: 0 },
    });
    const { batchId } = unwrapBatch(await fixture.sendBulk(marketing));
    expect(await getBatchPhones(batchId)).toEqual(["13500000010", "13500000011", "13500000014"]);
  });

  test("skips phones with ten messages in a day", async () => {
    const { db, clock } = fixture.ctx;
    const sentCount = (await fixture.getAll()).filter(({ phone }) => phone === "13500000014").length;
    for (let nth = sentCount; nth < 10; nth++)
      await insertSms(db, { phone: "13500000014", createdAt: clock.now(), status: "sent" });
    expect(await preview({ target: { companyIds: [second] } })).toMatchObject({
      count: 1,
      skipped: { declined: 0, limited: 1 },
    });
    await fixture.advance(24 * 3_600_000);
  });

  test("is refused if the number of recipients has changed since the preview, and writes nothing", async () => {
    const before = (await fixture.getAll()).length;
    expect(
      (await fixture.sendBulk({ target: { companyIds: [first] }, expectedCount: 3 })).body,
    ).toMatchObject({
      state: -1,
      message: "收件人已由 3 人变为 2 人，请核对后重新发送",
    });
    expect((await fixture.sendBulk({ target: { companyIds: ["1"] } })).body.message).toBe(
      "没有符合条件的收件人",
    );
    expect((await fixture.getAll()).length).toBe(before);
  });

  test("uses its template, and requires all variables", async () => {
    const weather = { content: undefined, templateCode: "NOTICE_WEATHER", target: { companyIds: [first] } };
    expect((await fixture.sendBulk({ ...weather, params: { region: " " } })).body.message).toBe(
      "请填写模板变量：region",
    );
    const { batchId } = unwrapBatch(await fixture.sendBulk({ ...weather, params: { region: "深圳" } }));
    const [one] = (await fixture.getAll()).filter((message) => message.batchId === batchId);
    expect(one).toMatchObject({
      content: "【低空服务平台】深圳今日有大风降雨，请暂停飞行作业，并检查机场舱盖是否关闭。",
      templateCode: "NOTICE_WEATHER",
      templateName: "天气预警",
      recipientName: "赵一",
      companyId: first,
      companyName: "甲公司",
    });
  });

  test("is refused with a template of another type, an unapproved one, or a too long text", async () => {
    const getRefusal = async (body: object) => (await fixture.sendBulk(body)).body.message;
    expect(await getRefusal({ content: undefined, templateCode: "MARKETING_NEW" })).toBe(
      "模板「新品上线」不属于所选的短信类型",
    );
    expect(
      await getRefusal({ type: "marketing", content: undefined, templateCode: "MARKETING_SEASON" }),
    ).toBe("模板「年末回馈」尚未通过审核");
    expect(await getRefusal({ content: "字".repeat(493) })).toBe("短信连同签名共 501 字，最多 500 字");
    expect(await getRefusal({ content: undefined, templateCode: "NONE" })).toBe("短信模板不存在或已删除");
  });

  test("writes one audit row with its text and count, without phones", async () => {
    const { batchId } = unwrapBatch(await fixture.sendBulk({ target: { companyIds: [first] } }));
    const rows = (await fixture.ctx.db.select().from(auditLog)).filter(
      ({ entityId }) => entityId === batchId,
    );
    expect(rows).toMatchObject([{ entity: "sms", after: { count: 2, content: "【低空服务平台】今天下雨" } }]);
    expect(JSON.stringify(rows)).not.toContain("13500000010");
  });

  test("can be stopped, which fails the queued messages", async () => {
    const { app } = fixture.ctx;
    await fixture.drain();
    const { batchId } = unwrapBatch(await fixture.sendBulk({ target: { all: true } }));
    const stop = (version: number) =>
      injectCall(
        app,
        smsCalls.smsBatchStop,
        { body: { id: batchId, version, requestId: fixture.nextRequestId() } },
        fixture.operator,
      );
    expect((await stop(1)).body.state).toBe(0);
    expect(await fixture.drain()).toEqual([]);
    const { data } = (await injectCall(app, smsCalls.smsBatch, { params: { id: batchId } }, fixture.operator))
      .body;
    expect(data).toMatchObject({ status: "stopped", total: 5, counts: { failed: 5, queued: 0 } });
    expect((await fixture.getAll()).find((one) => one.batchId === batchId)?.failReason).toBe(
      "运营乙 已停止群发",
    );
    expect((await stop(2)).body.message).toBe("群发当前状态为「已停止」，不能停止");
  });
});

test("If the gateway accepts only templates, a custom text is refused", async () => {
  const strict = await createSmsFixture({ SMS_URL: "http://127.0.0.1:9" });
  const company = await strict.factory.createCompany();
  await strict.factory.createUser(company.id);
  expect((await strict.sendBulk({})).body.message).toBe("当前短信网关只能发送已审核的模板，请选择模板");
  expect((await strict.sendBulk({ content: undefined, templateCode: "NOTICE_ACCOUNT" })).body.state).toBe(0);
  await strict.ctx.close();
});
