import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { EndpointArgs, EndpointData } from "../../../adapters/contract/endpoint.ts";
import { notificationChoiceCalls } from "../../../adapters/contract/notificationChoice.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { mails } from "../../../server/db/schema/mail.ts";
import { notificationChoices } from "../../../server/db/schema/notificationChoice.ts";
import { smsMessages } from "../../../server/db/schema/sms.ts";
import { createMailSender } from "../../../server/mail/mailSender.ts";
import { createMailTransport } from "../../../server/mail/mailTransport.ts";
import { type Notice, storeNotices } from "../../../server/notification/notify.ts";
import { seedReference } from "../../../server/reference/seedReference.ts";
import { startSmtpStub } from "../../helpers/startSmtpStub.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { unwrapData } from "../order/orderFixture.ts";

type Body = EndpointArgs<typeof notificationChoiceCalls.notificationChoiceSave>["body"];

const stub = await startSmtpStub();
const mailSettings = {
  url: stub.url,
  username: undefined,
  password: undefined,
  from: "console@example.com",
};
const ctx = await createTestPlatform({
  env: { SMTP_URL: stub.url, SMTP_FROM: mailSettings.from },
});
await seedReference(ctx.db);
const sender = createMailSender(ctx.platform, createMailTransport(mailSettings));
afterAll(async () => {
  await sender.stop();
  await ctx.close();
  await stub.close();
});
beforeEach(async () => {
  await ctx.db.delete(notificationChoices);
  await ctx.db.delete(mails);
  stub.mails.length = 0;
  stub.mood = "accept";
});

const save = async (body: Body) =>
  (await ctx.callAs("finance", notificationChoiceCalls.notificationChoiceSave, { body })).body.message;
const read = async () =>
  unwrapData<EndpointData<typeof notificationChoiceCalls.notificationChoice>>(
    await ctx.callAs("finance", notificationChoiceCalls.notificationChoice, {}),
  );
const both: Body = {
  email: " wu@example.com ",
  smsKinds: ["invoiceIssued"],
  mailKinds: ["invoiceIssued", "deviceLost"],
};
const tell = (kind: Notice["kind"], onceKey?: string, channels = { sms: true, mail: true }) =>
  ctx.db.transaction((db) =>
    storeNotices({ db, now: ctx.clock.now(), newId: ctx.platform.newId, channels }, [
      {
        kind,
        staffId: ctx.staff.finance.id,
        text: "晴川低空：发票号码 26442000000099999999",
        ...(onceKey ? { onceKey } : {}),
      },
    ]),
  );
const readMails = () =>
  ctx.db.select({ status: mails.status, attempts: mails.attempts, reason: mails.failReason }).from(mails);

describe("a person's choice", () => {
  test("is kept for the kinds of the person's roles, and audited", async () => {
    expect(await read()).toMatchObject({ email: "", smsKinds: [], mailKinds: [], mailObstacle: "" });
    expect(await save(both)).toBe("");
    // A lost drone is told to others only.
    expect(await read()).toMatchObject({
      email: "wu@example.com",
      smsKinds: ["invoiceIssued"],
      mailKinds: ["invoiceIssued"],
      phone: "139****0003",
      smsObstacle: "",
    });
    const rows = await ctx.db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.entityId, ctx.staff.finance.id));
    expect(rows).toContainEqual({
      after: { email: "wu@example.com", smsKinds: ["invoiceIssued"], mailKinds: ["invoiceIssued"] },
    });
  });

  test("is refused without an address, or with one that is none", async () => {
    expect(await save({ ...both, email: "" })).toBe("请填写接收通知的邮箱，或取消邮件接收的通知");
    expect(await save({ ...both, email: "wu@" })).toBe("请求不符合要求");
    expect(await read()).toMatchObject({ email: "", mailKinds: [] });
  });

  test("of mail is not offered without a mail server", { tags: "full" }, async () => {
    const without = await createTestPlatform();
    const { body } = await without.callAs("finance", notificationChoiceCalls.notificationChoiceSave, {
      body: { ...both, smsKinds: [] },
    });
    expect(body.message).toBe("尚未配置邮件服务器，不能用邮件接收，请联系管理员");
    await without.close();
  });
});

describe("a notification of a chosen kind", () => {
  test("sends one SMS and one mail, and none when it is told again or of another kind", async () => {
    await save(both);
    await tell("invoiceIssued", "1");
    await tell("invoiceIssued", "1");
    await tell("invoiceRejected");
    await tell("invoiceIssued", "2", { sms: false, mail: false });
    await sender.sendDue();
    await sender.sendDue();
    expect(stub.mails.map(({ to }) => to)).toEqual(["wu@example.com"]);
    expect(stub.mails[0]?.text).toMatch(/^From: console@example\.com$/m);
    expect(await readMails()).toEqual([{ status: "sent", attempts: 1, reason: "" }]);
    expect(
      await ctx.db.select({ phone: smsMessages.phone, content: smsMessages.content }).from(smsMessages),
    ).toEqual([
      {
        phone: ctx.staff.finance.phoneNumber,
        content: "【低空服务平台】发票已开具：晴川低空：发票号码 26442000000099999999。请登录后台查看。",
      },
    ]);
  });

  test("is not sent if it is rolled back", async () => {
    await save(both);
    await expect(
      ctx.db.transaction(async (db) => {
        await storeNotices(
          { db, now: ctx.clock.now(), newId: ctx.platform.newId, channels: { sms: false, mail: true } },
          [{ kind: "invoiceIssued", staffId: ctx.staff.finance.id, text: "x" }],
        );
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    expect(await readMails()).toEqual([]);
  });

  test.each([
    ["busy", "queued", "邮件服务器暂不接收（451），稍后自动重发"],
    ["refuse", "failed", "邮件服务器拒收（550），请检查邮箱地址"],
    ["silent", "unknown", "邮件服务器没有答复，可能已送达"],
  ] as const)("to a server that is %s stays %s, and the person is told why", async (mood, status, reason) => {
    await save(both);
    stub.mood = mood;
    await tell("invoiceIssued", undefined, { sms: false, mail: true });
    await sender.sendDue();
    expect(await readMails()).toEqual([{ status, attempts: 1, reason }]);
    expect((await read()).mailFailure).toBe(reason);
    stub.mood = "accept";
    await sender.sendDue();
    expect(stub.mails).toEqual([]);
    // Only what has certainly not arrived is sent again, a minute later.
    ctx.clock.advance(61_000);
    await sender.sendDue();
    expect(stub.mails).toHaveLength(status === "queued" ? 1 : 0);
  });
});
