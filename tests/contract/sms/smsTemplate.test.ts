import { afterAll, describe, expect, test } from "vitest";
import { type SmsTemplate, smsTemplateCalls } from "../../../adapters/contract/smsTemplate.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createSmsFixture } from "./smsFixture.ts";

const fixture = await createSmsFixture();
const { id } = await fixture.factory.createCompany();
await fixture.factory.createUser(id, { phoneNumber: "13500000110" });
afterAll(() => fixture.ctx.close());

const defaultFields = {
  type: "notice",
  name: "降温提醒",
  signature: "低空服务平台",
  text: "明日降温，请注意。",
} as const;
const getAll = async () => {
  const { data } = (await injectCall(fixture.ctx.app, smsTemplateCalls.smsTemplates, {}, fixture.operator))
    .body;
  return (data as { templates: SmsTemplate[] }).templates;
};
const getByCode = async (code: string) => {
  const found = (await getAll()).find((template) => template.code === code);
  if (!found) throw new Error(`There is no template ${code}`);
  return found;
};
type Body<E> = E extends { readonly body: infer B extends { _zod: { input: unknown } } }
  ? B["_zod"]["input"]
  : never;
const create = async (body: Partial<Body<typeof smsTemplateCalls.smsTemplateCreate>>) => {
  const fullBody = { ...defaultFields, code: "COLD", requestId: fixture.nextRequestId(), ...body };
  return (
    await injectCall(
      fixture.ctx.app,
      smsTemplateCalls.smsTemplateCreate,
      { body: fullBody },
      fixture.operator,
    )
  ).body;
};
const update = async (code: string, body: Partial<Body<typeof smsTemplateCalls.smsTemplateUpdate>>) => {
  const { id, version } = await getByCode(code);
  const fullBody = { id, version, requestId: fixture.nextRequestId(), ...body };
  return (
    await injectCall(
      fixture.ctx.app,
      smsTemplateCalls.smsTemplateUpdate,
      { body: fullBody },
      fixture.operator,
    )
  ).body;
};
const remove = async (code: string) => {
  const { id, version } = await getByCode(code);
  const query = { version, requestId: fixture.nextRequestId() };
  return (
    await injectCall(
      fixture.ctx.app,
      smsTemplateCalls.smsTemplateDelete,
      { params: { id }, query },
      fixture.operator,
    )
  ).body;
};

describe("A template", () => {
  test("can be used once it is approved, and loses its approval when its text or signature changes", async () => {
    const sendWithTemplate = () => fixture.sendBulk({ content: undefined, templateCode: "COLD" });
    expect((await create({})).state).toBe(0);
    expect((await sendWithTemplate()).body.message).toBe("模板「降温提醒」尚未通过审核");
    expect((await update("COLD", { approved: true })).state).toBe(0);
    expect((await sendWithTemplate()).body.state).toBe(0);
    expect((await update("COLD", { name: "寒潮提醒" })).state).toBe(0);
    expect((await getByCode("COLD")).approved).toBe(true);
    expect((await update("COLD", { text: "明日寒潮，请注意。" })).state).toBe(0);
    expect((await getByCode("COLD")).approved).toBe(false);
    await update("COLD", { approved: true });
    await update("COLD", { signature: "低空巡检服务" });
    expect((await getByCode("COLD")).approved).toBe(false);
  });

  test("has a unique code, which stays taken after deletion", async () => {
    await create({ code: "GONE" });
    expect((await create({ code: "GONE" })).message).toBe("模板编码已存在，请更换编码");
    expect((await remove("GONE")).state).toBe(0);
    expect((await getAll()).map(({ code }) => code)).not.toContain("GONE");
    expect((await create({ code: "GONE" })).message).toBe("模板编码已存在，请更换编码");
    expect((await fixture.sendBulk({ content: undefined, templateCode: "GONE" })).body.message).toBe(
      "短信模板不存在或已删除",
    );
  });

  test("can replace the default of its type, and each type keeps one default", async () => {
    expect((await update("NOTICE_ACCOUNT", { standard: false })).message).toBe(
      "每种类型须有一个单发默认模板，请改为把其他模板设为默认",
    );
    expect((await remove("NOTICE_ACCOUNT")).message).toBe(
      "模板「账号变动」是单发默认模板，请先把其他模板设为默认",
    );
    expect((await create({ code: "WARM", standard: true })).message).toBe(
      "单发默认模板须已过审，请先改设其他默认模板，或待审核通过后再设",
    );
    expect((await update("NOTICE_WEATHER", { standard: true })).message).toBe(
      "单发默认模板不能含变量：单发时没有填写变量的地方",
    );
    expect((await create({ code: "WARM", approved: true, standard: true })).state).toBe(0);
    const standard = async () =>
      (await getAll())
        .filter((template) => template.standard && template.type === "notice")
        .map(({ code }) => code);
    expect(await standard()).toEqual(["WARM"]);
    expect((await update("NOTICE_ACCOUNT", { standard: true })).state).toBe(0);
    expect(await standard()).toEqual(["NOTICE_ACCOUNT"]);
    expect((await update("WARM", { standard: true })).state).toBe(0);
    await fixture.sendSingle("13600000301", "notice");
    expect((await fixture.getAll()).at(-1)?.content).toBe("【低空服务平台】明日降温，请注意。");
  });

  test("that the platform uses allows only its own variables, and cannot be deleted", async () => {
    expect((await update("NOTICE_SERVICE_END", { text: "${name}的${service}将到期" })).message).toBe(
      "该模板由系统填写，只能使用变量 service、count、days，请去掉 name",
    );
    expect((await update("VERIFY_LOGIN", { text: "请登录" })).message).toBe(
      "验证码模板须含变量 ${code}，发送时换成验证码",
    );
    expect((await remove("NOTICE_SERVICE_END")).message).toBe("模板「服务到期」由系统自动发送使用，不能删除");
  });

  test("may have a variable named like a property of Object.prototype", async () => {
    await create({ code: "ODD", text: "${constructor}停机", approved: true });
    const sendWithTemplate = (params: Record<string, string>) =>
      fixture.sendBulk({ content: undefined, templateCode: "ODD", params });
    expect((await sendWithTemplate({})).body.message).toBe("请填写模板变量：constructor");
    expect((await sendWithTemplate({ constructor: "今晚" })).body.state).toBe(0);
    expect((await fixture.getAll()).at(-1)?.content).toBe("【低空服务平台】今晚停机");
  });

  test("saved concurrently by two succeeds once; the other gets the current record", async () => {
    const before = await getByCode("NOTICE_MAINTENANCE");
    const { version } = before;
    const both = await Promise.all([
      update("NOTICE_MAINTENANCE", { version, name: "停机维护" }),
      update("NOTICE_MAINTENANCE", { version, name: "例行维护" }),
    ]);
    expect(both.map(({ state }) => state).sort()).toEqual([-5, 0]);
    const conflict = both.find(({ state }) => state === -5)?.data;
    expect(conflict).toMatchObject({
      id: before.id,
      version: 2,
      name: (await getByCode("NOTICE_MAINTENANCE")).name,
    });
  });
});

test("A custom text must have a signature that was approved with a template", async () => {
  const { state } = (await fixture.sendBulk({ signature: "低空巡检服务" })).body;
  expect(state).toBe(0);
  expect((await fixture.getAll()).at(-1)).toMatchObject({
    content: "【低空巡检服务】今天下雨",
    signature: "低空巡检服务",
  });
  expect((await fixture.sendBulk({ signature: "别家公司" })).body.message).toBe(
    "签名【别家公司】尚未随模板过审，请选择其他签名",
  );
});
