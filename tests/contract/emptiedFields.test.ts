import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alarmRuleCalls } from "../../adapters/contract/alarmRule.ts";
import { getInitialThresholds } from "../../adapters/contract/alarmThresholds.ts";
import { boxCalls } from "../../adapters/contract/box.ts";
import { companyCalls } from "../../adapters/contract/company.ts";
import { contract } from "../../adapters/contract/contract.ts";
import { departmentCalls } from "../../adapters/contract/department.ts";
import { deviceCalls } from "../../adapters/contract/device.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { goodsCalls } from "../../adapters/contract/goods.ts";
import { hangarCalls } from "../../adapters/contract/hangar.ts";
import { roleRightCalls } from "../../adapters/contract/roleRight.ts";
import { screenCalls } from "../../adapters/contract/screen.ts";
import { serviceCalls } from "../../adapters/contract/service.ts";
import { smsTemplateCalls } from "../../adapters/contract/smsTemplate.ts";
import { staffCalls } from "../../adapters/contract/staff.ts";
import { zoneCalls } from "../../adapters/contract/zone.ts";
import { type Client, createClient } from "../../adapters/http/client.ts";
import { alarmRules } from "../../server/db/schema/alarmRule.ts";
import { staff } from "../../server/db/schema/staff.ts";
import { type FormConfig, type FormField, getFields } from "../../src/list/form/formConfig.ts";
import { getEmptyValue } from "../../src/list/form/toWireValue.ts";
import type { AnyRow } from "../../src/list/listDefinition.ts";
import { companyForm } from "../../src/pages/account/companyForm.ts";
import { staffForm } from "../../src/pages/account/staffForm.ts";
import { ruleForm } from "../../src/pages/alarms/ruleForm.ts";
import { goodsForm } from "../../src/pages/goods/goodsForm.tsx";
import { serviceForm } from "../../src/pages/goods/serviceForm.ts";
import { templateForm } from "../../src/pages/msg/templateForm.ts";
import { droneForm } from "../../src/pages/operate/access/droneForm.ts";
import { boxForm } from "../../src/pages/operate/boxForm.tsx";
import { hangarForm } from "../../src/pages/operate/hangarForm.tsx";
import { zoneForm } from "../../src/pages/operate/zones/zoneForm.tsx";
import { screenForm } from "../../src/pages/screens/screenForm.ts";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { insertChannel, insertGoods, insertService } from "./catalog/catalogRecords.ts";
import { insertBox, insertDrone, insertHangar } from "./device/deviceRecords.ts";
import { clearableFields } from "./fixtures/clearableFields.ts";
import { createDataFactory } from "./fixtures/createDataFactory.ts";
import { type EditForm, readEditForms } from "./fixtures/editForms.ts";
import { findClearable, isMasked, toEmptied } from "./fixtures/findClearable.ts";
import { allSamples } from "./samples/allSamples.ts";
import type { Sample } from "./samples/sample.ts";
import { createSampleContext } from "./samples/sampleContext.ts";
import { insertZone } from "./samples/zoneSamples.ts";

/** A form with a record in which every field has a value. */
interface FilledRecord {
  readonly form: FormConfig<AnyRow>;
  readonly read: () => Promise<AnyRow>;
}

let ctx: TestPlatform;
let client: Client;
const filledRecords = new Map<string, FilledRecord>();
const forms = await readEditForms();
/** Forms whose record is that of their call's sample: what they allow to clear is no more than follows from the call. */
const sampledNames = [...forms].flatMap(([name, form]) =>
  name in clearableFields || !findRead(form) ? [] : [name],
);
const names = [...Object.keys(clearableFields), ...sampledNames];

beforeAll(async () => {
  ctx = await createTestPlatform();
  client = await createTestClient(ctx);
  for (const [name, one] of await createEveryRecord()) filledRecords.set(name, one);
  for (const name of sampledNames) filledRecords.set(name, await createSampledRecord(name));
});
afterAll(() => ctx.close());

/** The console's client, sending to the app without a network. */
async function createTestClient({ app, loginAs }: TestPlatform): Promise<Client> {
  const headers = await loginAs("admin");
  return createClient({
    config: () => createConsoleConfig(),
    credentials: () => ({ token: headers["x-token"] ?? "", uToken: headers["u-token"] ?? "" }),
    fetch: async (input, init = {}) => {
      const { statusCode, payload } = await app.inject({
        method: init.method === "PUT" ? "PUT" : init.method === "POST" ? "POST" : "GET",
        url: String(input),
        headers: init.headers as Record<string, string>,
        ...(typeof init.body === "string" ? { payload: init.body } : {}),
      });
      return new Response(payload, { status: statusCode });
    },
    onError: () => undefined,
  });
}

async function createEveryRecord(): Promise<Map<string, FilledRecord>> {
  const { db } = ctx;
  const factory = await createDataFactory(ctx);
  const channel = await insertChannel(db, { remark: "展会", expireAt: new Date("2027-01-01T00:00:00Z") });
  const company = await factory.createCompany({
    emergencyPhone: "13700001111",
    channelCodeId: channel.id,
    channelName: channel.name,
    managerId: ctx.staff.operator.id,
    remark: "老客户",
  });
  const root = await insertService(db);
  const service = await insertService(db, { parentId: root.id, level: 2, description: "每架次一份报告" });
  const goods = await insertGoods(db, [service.id], { cover: "/uploads/123", description: "一年" });
  const box = await insertBox(db, company, { firmware: "1.2", lng: 113.9, lat: 22.5, remark: "屋顶" });
  const { sn: droneSn } = await insertDrone(db, company);
  const hangar = await insertHangar(db, company, { droneSn });
  const drone = await insertDrone(ctx.db, company);
  const zone = await insertZone(ctx, {
    companyId: company.id,
    companyName: company.name,
    fromAt: new Date("2027-01-01T00:00:00Z"),
    toAt: new Date("2027-02-01T00:00:00Z"),
  });
  const rule = await insertRule(company, drone.sn);
  const screen = await client.call(screenCalls.screenSave, {
    body: { requestId: "emptied-screen", name: "指挥中心", layout: "map" },
  });
  const { templates } = await client.call(smsTemplateCalls.smsTemplates, {});
  const template = templates.find(({ builtIn }) => !builtIn) ?? templates[0];
  const department = await client.call(departmentCalls.departmentSave, {
    body: { requestId: "emptied-department", name: "华东部" },
  });
  const role = await client.call(roleRightCalls.roleRightSave, {
    body: { requestId: "emptied-own-role", name: "值班员", role: "duty", given: [], taken: [] },
  });
  await db
    .update(staff)
    .set({ departmentId: department.id, ownRoleId: role.id })
    .where(eq(staff.id, ctx.staff.duty.id));
  const item = (call: Endpoint, id: string) => () => client.call(call, { params: { id } } as never);
  const entry = (form: unknown, read: () => Promise<unknown>): FilledRecord =>
    // Cast: each form only gets records of its own type.
    ({ form, read }) as FilledRecord;
  return new Map([
    ["company", entry(companyForm, item(companyCalls.companyOne, company.id))],
    ["goods", entry(goodsForm, item(goodsCalls.goodsDetails, goods.id))],
    ["service", entry(serviceForm, item(serviceCalls.serviceOne, service.id))],
    ["box", entry(boxForm, item(boxCalls.boxOne, box.id))],
    ["hangar", entry(hangarForm, item(hangarCalls.hangarOne, hangar.id))],
    ["drone", entry(droneForm, item(deviceCalls.droneOne, drone.id))],
    ["zone", entry(zoneForm, item(zoneCalls.zoneOne, zone.id))],
    ["alarmRule", entry(ruleForm, () => readRule(rule.id))],
    ["screen", entry(screenForm, () => readScreen(screen.id))],
    ["staff", entry(staffForm, item(staffCalls.staffOne, ctx.staff.duty.id))],
    ["sms-template", entry(templateForm, async () => template)],
  ]);
}

/** The call that reads one record of a form. */
function findRead({ calls }: EditForm): Endpoint | undefined {
  const path = `/x/one/${calls.create.audit}/:id`;
  return Object.values<Endpoint>(contract).find((endpoint) => endpoint.path === path);
}

/** A record that the sample of a form's call adds. */
async function createSampledRecord(name: string): Promise<FilledRecord> {
  const form = forms.get(name);
  const read = form && findRead(form);
  if (!read) throw new Error(`There is no call that reads a record of ${name}`);
  const { create } = form.calls;
  const [created = ""] = Object.entries<Endpoint>(contract).find(([, one]) => one === create) ?? [];
  // Cast: a lookup by name loses the types of the samples.
  const sample = (allSamples as Readonly<Record<string, Sample<Endpoint>>>)[created];
  const args = await sample?.args(createSampleContext(ctx));
  const { id } = (await client.call(create, args as never)) as unknown as { id: string };
  return { form, read: () => client.call(read, { params: { id } } as never) as unknown as Promise<AnyRow> };
}

/** A rule of one company's drone. */
async function insertRule(company: { readonly id: string; readonly name: string }, droneSn: string) {
  const [id, now] = [ctx.platform.newId(), ctx.clock.now()];
  // Without company and drone it would be the second general rule of its kind.
  await ctx.db.delete(alarmRules).where(eq(alarmRules.kind, "delayed"));
  await ctx.db.insert(alarmRules).values({
    id,
    createdAt: now,
    updatedAt: now,
    kind: "delayed",
    priority: "p3",
    thresholds: getInitialThresholds("delayed"),
    onDelayMs: 5_000,
    offDelayMs: 5_000,
    companyId: company.id,
    companyName: company.name,
    droneSn,
    status: "enabled",
  });
  return { id };
}

async function readRule(id: string) {
  const body = { pageNo: 1, pageSize: 20, ids: [id] };
  return (await client.call(alarmRuleCalls.ruleList, { body })).list[0];
}

async function readScreen(id: string) {
  const { list } = await client.call(screenCalls.screenList, { body: { pageNo: 1, pageSize: 20 } });
  return list.find((row) => row.id === id);
}

const getEntry = (name: string): FilledRecord => {
  const found = filledRecords.get(name);
  if (!found) throw new Error(`There is no record for ${name}`);
  return found;
};
/** The value that the field displays; for a masked field the record's value. */
const toDisplayed = (form: FormConfig<AnyRow>, field: FormField, row: AnyRow): unknown =>
  isMasked(field)
    ? Object.entries(row).find(([name]) => name === field.name)?.[1]
    : form.getValues(row)[field.name];

let requestCount = 0;
async function save(
  { form, read }: FilledRecord,
  values: Readonly<Record<string, unknown>>,
): Promise<AnyRow> {
  const row = await read();
  const order = {
    row,
    values: { ...form.getValues(row), ...values },
    requestId: `cleared-${++requestCount}`,
  };
  await form.save(client, order, new AbortController().signal);
  return read();
}

describe.each(names)("the form of %s", (name) => {
  test("has a value in each field that can be cleared", async () => {
    const { form, read } = getEntry(name);
    const row = await read();
    const empty = getFields(form, row)
      .filter(
        (field) => JSON.stringify(toDisplayed(form, field, row)) === JSON.stringify(getEmptyValue(field)),
      )
      .map((field) => field.name);
    const clearable = clearableFields[name] ?? findClearable(form, row);
    expect(empty.filter((one) => clearable.includes(one))).toEqual([]);
  });

  test.runIf(name in clearableFields)("clears the fields that are named and no others", async () => {
    const { form, read } = getEntry(name);
    const row = await read();
    const free = findClearable(form, row);
    // Validated together with other fields.
    const together =
      name === "box" || name === "drone"
        ? ["lng", "lat"]
        : name === "alarmRule"
          ? ["thresholds", "preview"]
          : [];
    expect([...free].sort()).toEqual([...(clearableFields[name] ?? []), ...together].sort());
  });
});

/** Clears a field: the record's values then, and those wanted, of which only this one is other than before. */
async function clear(name: string, fieldName: string) {
  const one = getEntry(name);
  const { form } = one;
  const row = await one.read();
  const field = getFields(form, row).find((candidate) => candidate.name === fieldName);
  if (!field) throw new Error(`${name} does not ask for ${fieldName}`);
  const wanted = { ...form.getValues(row), [fieldName]: getEmptyValue(field) };
  const after = await save(one, { [fieldName]: toEmptied(form, field, row) });
  return { values: { ...form.getValues(after), [fieldName]: toDisplayed(form, field, after) }, wanted };
}

test.each(Object.entries(clearableFields).flatMap(([name, fields]) => fields.map((field) => [name, field])))(
  "%s: clearing %s removes it from the record",
  async (name = "", field = "") => {
    const { values, wanted } = await clear(name, field);
    expect(values).toEqual(wanted);
  },
);

test.each(sampledNames)("%s: clearing what may be empty removes it from the record", async (name) => {
  const { form, read } = getEntry(name);
  const clearable = findClearable(form, await read());
  expect(clearable.length).toBeGreaterThan(0);
  for (const field of clearable) {
    const { values, wanted } = await clear(name, field);
    expect(values).toEqual(wanted);
  }
});

test("a box's position can only be cleared as a whole", async () => {
  const box = getEntry("box");
  const refused = await save(box, { lng: "" }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ kind: "invalid" });
  expect(await save(box, { lng: "", lat: "" })).toMatchObject({ lng: null, lat: null });
});

test("a masked number that was not edited stays, with spaces or empty", async () => {
  const company = getEntry("company");
  const { phone } = { phone: "", ...(await company.read()) };
  expect(phone).toMatch(/\*/);
  expect(await save(company, { phone: " " })).toMatchObject({ phone });
  expect(await save(company, { shortName: "改过" })).toMatchObject({ phone, shortName: "改过" });
});
