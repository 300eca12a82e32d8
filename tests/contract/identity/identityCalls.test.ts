import { eq } from "drizzle-orm";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, expect, test } from "vitest";
import { boxCalls } from "../../../adapters/contract/box.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { deviceCalls } from "../../../adapters/contract/device.ts";
import type { OrderDetail } from "../../../adapters/contract/order.ts";
import { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { importCalls } from "../../../adapters/contract/sheetImport.ts";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { staffCalls } from "../../../adapters/contract/staff.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import { boxes } from "../../../server/db/schema/box.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { drones } from "../../../server/db/schema/drone.ts";
import { loginFailures } from "../../../server/db/schema/loginFailures.ts";
import { orderPays } from "../../../server/db/schema/orderPay.ts";
import { smsMessages } from "../../../server/db/schema/sms.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { users } from "../../../server/db/schema/user.ts";
import { type CallResponse, injectCall } from "../../helpers/injectCall.ts";
import { md5, testPassword } from "../../helpers/testPlatform.ts";
import { finishSheetImport } from "../company/finishSheetImport.ts";
import { setupOrders } from "../fixtures/setupFixtures.ts";
import { search } from "../graphql/askGraphql.ts";
import { unwrapData } from "../order/orderFixture.ts";
import { phoneNotations } from "./phoneNotations.ts";

const { ctx, fixture, factory, goods, admin, operator } = await setupOrders();
const owner = await factory.createCompany({
  name: "云鹰（深圳）航空有限公司",
  search: "云鹰（深圳）航空有限公司",
});
afterAll(() => ctx.close());

const firstPage = { pageNo: 1, pageSize: 20 };
/** Of the colleague whose other session the tests do not use. */
const ownPhone = "13911110005";
const nextId = () => fixture.nextRequestId();
const getTotal = (response: CallResponse) => unwrapData<{ total: number }>(response).total;

test.each(phoneNotations(ownPhone))("%j signs in, and counts no failure", async (phoneNumber) => {
  const body = { phoneNumber, password: md5(testPassword) };
  expect((await injectCall(ctx.app, loginCalls.login, { body })).body).toMatchObject({
    state: 0,
    data: { user: { phoneNumber: ownPhone } },
  });
  expect(await ctx.db.$count(loginFailures)).toBe(0);
});

test("failures of one phone count together, however it is typed", async () => {
  for (const phoneNumber of ["139-1111-0003", "\u202d13911110003\u202c"])
    await injectCall(ctx.app, loginCalls.login, { body: { phoneNumber, password: md5("wrong") } });
  // One row for the phone, one for the address.
  const counts = await ctx.db.select({ count: loginFailures.count }).from(loginFailures);
  expect(counts).toEqual([{ count: 2 }, { count: 2 }]);
  await ctx.db.delete(loginFailures);
});

test("a new account is saved by its 11 digits, refused in another notation, and signs in", async () => {
  const save = (phoneNumber: string) =>
    ctx.callAs("admin", staffCalls.staffSave, {
      body: { name: "王\u200b五", phoneNumber, roles: ["duty"], requestId: nextId() },
    });
  const { initialPassword } = unwrapData<{ initialPassword: string }>(await save("+86 138-0000-0001"));
  const [created] = await ctx.db.select().from(staff).where(eq(staff.phoneNumber, "13800000001"));
  expect(created).toMatchObject({ name: "王五" });
  expect((await save("１３８００００\u200b０００１")).body.state).toBe(-1);
  const bad = await save("138 0000 000");
  expect([bad.status, bad.body.data]).toEqual([
    400,
    { issues: [{ path: "phoneNumber", message: "请输入 11 位手机号" }] },
  ]);
  const body = { phoneNumber: "１３８-0000-0001", password: md5(initialPassword) };
  expect((await injectCall(ctx.app, loginCalls.login, { body })).body.state).toBe(0);
  const list = { ...firstPage, keyword: "\u2068138 0000 0001\u2069" };
  expect(getTotal(await ctx.callAs("admin", staffCalls.staffList, { body: list }))).toBe(1);
});

test.each(phoneNotations("13700000008"))("the search %j finds the user, and Ctrl+K too", async (keyword) => {
  if ((await ctx.db.$count(users, eq(users.phoneNumber, "13700000008"))) === 0)
    await factory.createUser(owner.id, { name: "赵八", phoneNumber: "13700000008" });
  const body = { ...firstPage, keyword };
  expect(getTotal(await ctx.callAs("operator", userCalls.userPageList, { body }))).toBe(1);
  expect(await search(ctx, operator, keyword)).toMatchObject({ user: ["赵八"] });
});

test("a company is stored as its licence has it, found by what is seen, and not created twice", async () => {
  const create = (name: string, code: string, phone: string) =>
    ctx.callAs("operator", companyCalls.companyCreate, {
      body: {
        name,
        shortName: "晴川",
        creditCode: code,
        type: "enterprise",
        level: "C",
        contact: "张三",
        phone,
        emergencyPhone: "138\u00a00000\u00a00012",
        regionId: "440305",
        address: "科技园路 1 号",
        managerId: ctx.staff.operator.id,
        account: { name: "李四", phoneNumber: phone },
        requestId: nextId(),
      },
    });
  unwrapData(await create("晴川\u200b低空（深圳）科技", "9133 0106 ma5d-0001-0l", "138-0000-0011"));
  const [stored] = await ctx.db
    .select()
    .from(companies)
    .where(eq(companies.creditCode, "91330106MA5D00010L"));
  expect(stored).toMatchObject({
    name: "晴川低空（深圳）科技",
    phone: "13800000011",
    emergencyPhone: "13800000012",
    accountPhone: "13800000011",
  });
  const again = await create("晴川低空\u2060（深圳）科技", factory.nextCreditCode(), "13800000013");
  expect([again.body.state, again.body.message]).toEqual([-1, "企业名称已存在，请核对后重新填写"]);
  for (const keyword of [
    "晴川\u200b低空",
    "川低\ufeff空（",
    "９１３３０１０６ＭＡ５Ｄ",
    "91330106 MA5D0001 0L",
  ]) {
    const body = { ...firstPage, keyword };
    const found = await ctx.callAs("operator", companyCalls.companyPageList, { body });
    expect([keyword, getTotal(found)]).toEqual([keyword, 1]);
    expect(await search(ctx, operator, keyword)).toMatchObject({ company: ["晴川低空（深圳）科技"] });
  }
});

test("devices keep hyphens of a serial number, and MAC addresses are found in any notation", async () => {
  const sn = "\u200b1581F-6Q\u20118D9\u3000";
  unwrapData(
    await ctx.callAs("maintainer", deviceCalls.deviceSave, {
      body: { sn, model: "M4TD", uavClass: "light", companyId: owner.id, requestId: nextId() },
    }),
  );
  expect(await ctx.db.select({ sn: drones.sn }).from(drones)).toEqual([{ sn: "1581F-6Q-8D9" }]);
  const list = { ...firstPage, keyword: "１５８１Ｆ\u20116q" };
  expect(getTotal(await ctx.callAs("maintainer", deviceCalls.droneList, { body: list }))).toBe(1);
  unwrapData(
    await ctx.callAs("maintainer", boxCalls.boxAdd, {
      body: { name: "云盒一", mac: "02ac.0000.12\u200b34", sn: "BX-1", model: "AC", requestId: nextId() },
    }),
  );
  expect(await ctx.db.select({ mac: boxes.mac }).from(boxes)).toEqual([{ mac: "02:AC:00:00:12:34" }]);
  const keyword = "02-ac-00-00-12-34";
  const found = await ctx.callAs("maintainer", boxCalls.boxList, { body: { ...firstPage, keyword } });
  expect(getTotal(found)).toBe(1);
});

test("a bank's number is one transfer, however it is grouped", async () => {
  const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];
  const register = async (bankSerialNo: string) => {
    const order = unwrapData<OrderDetail>(await fixture.create(admin, { companyId: owner.id, items }));
    return fixture.register(operator, order, { bankSerialNo, payerName: "云鹰\u200b（深圳）航空有限公司" });
  };
  unwrapData(await register("CMB\u20117788 9900\u200b1"));
  expect(await ctx.db.select().from(orderPays)).toMatchObject([
    { bankSerialNo: "CMB-778899001", payerName: "云鹰（深圳）航空有限公司", payerDiffers: false },
  ]);
  expect((await register("CMB-7788 99001")).body.message).toMatch(/^该银行流水号已登记过回款 ZF\d+（/);
  const body = { ...firstPage, keyword: "ＣＭＢ-778899\u200b001" };
  expect(getTotal(await ctx.callAs("finance", orderPayCalls.orderPayPageList, { body }))).toBe(1);
});

test("a sheet's cells are read like a form's fields", async () => {
  const rows = [
    ["姓名*", "手机\u200b号*", "所属企业*", "角色*"],
    ["孙\u200b三", "+86 137-0000-0021", "云鹰（深圳）\u200b航空有限公司", "飞手\ufeff"],
    ["\u200b", "\u200b", "\u2060", ""],
    ["李四", "１３７００００００２１", owner.creditCode.replace(/(.{4})/g, "$1 "), "飞手"],
  ];
  const file = new Blob([(await writeXlsx({ sheets: [{ name: "表", rows }] })).slice()]);
  const args = { params: { kind: "user" as const }, file };
  const finish = (body: { readonly data: unknown }) => finishSheetImport(ctx, "admin", body);
  const { id, created } = await finish((await ctx.callAs("admin", importCalls.importCheck, args)).body);
  const { data } = (await ctx.callAs("admin", importCalls.importReport, { params: { id } })).body;
  expect([created, data]).toMatchObject([
    1,
    { rows: [{ row: 4, faults: [{ column: "手机号", message: "与第 2 行重复" }] }] },
  ]);
  const query = { mode: "valid" as const, fileName: "名单.xlsx", requestId: nextId() };
  await finish((await ctx.callAs("admin", importCalls.importRun, { ...args, query })).body);
  expect(await ctx.db.select().from(users).where(eq(users.phoneNumber, "13700000021"))).toMatchObject([
    { name: "孙三", companyId: owner.id },
  ]);
});

test("a text message goes to the 11 digits", async () => {
  const params = { phone: "\u202d138 0000 0031\u202c", type: "notice" as const };
  unwrapData(await ctx.callAs("operator", smsCalls.smsSend, { params, query: {} }));
  expect(await ctx.db.$count(smsMessages, eq(smsMessages.phone, "13800000031"))).toBe(1);
});
