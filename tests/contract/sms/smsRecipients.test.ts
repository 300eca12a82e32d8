import { afterAll, expect, test } from "vitest";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { type RecipientList, smsRecipientCalls } from "../../../adapters/contract/smsRecipients.ts";
import { findPhones } from "../../../server/modules/smsRecipient/findPhones.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { openSession } from "../../helpers/testPlatform.ts";
import { createSmsFixture } from "./smsFixture.ts";

const fixture = await createSmsFixture();
const { ctx, factory } = fixture;
afterAll(() => ctx.close());
const { id: companyId } = await factory.createCompany({ name: "甲公司" });
await factory.createUser(companyId, { phoneNumber: "13600000001", role: "owner", name: "赵一" });
await factory.createUser(companyId, { phoneNumber: "13600000002", role: "pilot", name: "钱二" });
await factory.createUser(companyId, { phoneNumber: "13600000003", role: "owner", name: "孙三" });

const read = async (text: string, headers = fixture.operator) => {
  const query = { fileName: "名单.csv", requestId: fixture.nextRequestId() };
  const args = { query, file: new Blob([text], { type: "text/csv" }) };
  const { body } = await injectCall(ctx.app, smsRecipientCalls.smsRecipientsRead, args, headers);
  // Cast: the call's own answer.
  return { message: body.message, list: body.data as RecipientList };
};
const preview = async (listId: string, headers = fixture.operator) => {
  const body = { type: "notice", content: "今天下雨", target: { listId } } as const;
  return (await injectCall(ctx.app, smsCalls.smsPreview, { body }, headers)).body;
};

test("A bulk SMS goes to the users that a file names, and the others are told by row", async () => {
  const { list } = await read(
    "姓名,联系电话,备注\n赵一,136 0000 0001,\n钱二,+86-13600000002,\n,,\n丁,13999999999,\n戊,电话,\n赵,１３６００００００01,\n",
  );
  expect(list).toMatchObject({
    total: 5,
    found: 2,
    faults: [
      { row: 5, message: "不是平台用户，请先在用户列表中新增" },
      { row: 6, message: "不是手机号" },
      { row: 7, message: "与第 2 行重复" },
    ],
  });
  expect((await preview(list.id)).data).toMatchObject({ count: 2, refusal: "" });
  await fixture.sendBulk({ target: { listId: list.id } });
  expect((await fixture.getAll()).map(({ phone }) => phone).toSorted()).toEqual([
    "13600000001",
    "13600000002",
  ]);
});

test("A list is for whoever read it, for a day", async () => {
  const { list } = await read("13600000003\n");
  expect(list).toMatchObject({ total: 1, found: 1, faults: [] });
  const admin = await openSession(ctx.platform, ctx.staff.admin.id);
  expect((await preview(list.id, admin)).message).toBe("收件名单已过期，请重新选择文件");
  await fixture.advance(24 * 3_600_000 + 1_000);
  expect((await preview(list.id)).message).toBe("收件名单已过期，请重新选择文件");
  const sent = await fixture.sendBulk({ target: { listId: list.id } });
  expect(sent.body.message).toBe("收件名单已过期，请重新选择文件");
});

test("A person reads 20 lists in 24 hours", async () => {
  await fixture.advance(24 * 3_600_000);
  for (let n = 0; n < 20; n += 1) expect((await read("13600000003\n")).message).toBe("");
  expect((await read("13600000003\n")).message).toMatch(/^24 小时内最多读取 20 份收件名单/);
});

test.each([
  ["no column of numbers", [["姓名"], ["赵一"]], /文件中没有手机号/],
  [
    "two columns of numbers",
    [
      ["手机", "紧急联系人"],
      ["13600000001", "13600000002"],
    ],
    /A、B 两列都是手机号/,
  ],
  [
    "too many rows",
    Array.from({ length: 10_001 }, () => ["13600000001"]),
    /最多 10000 行，文件中有 10001 行/,
  ],
])("A file with %s is refused", (_, rows, message) => {
  expect(() => findPhones(rows)).toThrow(message);
});
