import { afterAll, expect, test } from "vitest";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createSmsFixture, insertSms } from "./smsFixture.ts";

const fixture = await createSmsFixture();
afterAll(() => fixture.ctx.close());

const listContents = async (companyId: string) => {
  const body = { companyId, pageNo: 1, pageSize: 20 };
  const { body: reply } = await injectCall(fixture.ctx.app, smsCalls.smsListPage, { body }, fixture.operator);
  return (reply.data as { list: { content: string }[] }).list.map(({ content }) => content).sort();
};

test("The messages of a company are those to its contacts and its users", async () => {
  const { factory, ctx } = fixture;
  const one = await factory.createCompany({ phone: "13500000101", emergencyPhone: "13500000102" });
  const two = await factory.createCompany({ phone: "13500000201", emergencyPhone: "13500000202" });
  await factory.createUser(one.id, { phoneNumber: "13500000103" });
  await factory.createUser(one.id, { phoneNumber: "13500000104", deletedAt: new Date() });
  await factory.createUser(two.id, { phoneNumber: "13500000203" });
  for (const [phone, content] of [
    ["13500000101", "to the contact"],
    ["13500000102", "to the emergency contact"],
    ["13500000103", "to the user"],
    ["13500000104", "to the deleted user"],
    ["13500000203", "to the other company's user"],
    ["13500000999", "to a stranger"],
  ] as const)
    await insertSms(ctx.db, { phone, content });
  expect(await listContents(one.id)).toEqual(["to the contact", "to the emergency contact", "to the user"]);
  expect(await listContents(two.id)).toEqual(["to the other company's user"]);
  expect(await listContents("999999999")).toEqual([]);
});
