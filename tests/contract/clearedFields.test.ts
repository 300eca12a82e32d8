import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { boxCalls } from "../../adapters/contract/box.ts";
import { channelCodeCalls } from "../../adapters/contract/channelCode.ts";
import { companyCalls } from "../../adapters/contract/company.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { goodsCalls } from "../../adapters/contract/goods.ts";
import { hangarCalls } from "../../adapters/contract/hangar.ts";
import { serviceCalls } from "../../adapters/contract/service.ts";
import { smsTemplateCalls } from "../../adapters/contract/smsTemplate.ts";
import { staffCalls } from "../../adapters/contract/staff.ts";
import { type Client, createClient } from "../../adapters/http/client.ts";
import type { AnyRow } from "../../src/list/definition.ts";
import { type FormField, type FormPlan, fieldsFor } from "../../src/list/form/formPlan.ts";
import { emptyValue } from "../../src/list/form/wireValue.ts";
import { companyForm } from "../../src/pages/account/companyForm.ts";
import { staffForm } from "../../src/pages/account/staffForm.ts";
import { channelForm } from "../../src/pages/channel/channelForm.ts";
import { goodsForm } from "../../src/pages/goods/goodsForm.ts";
import { serviceForm } from "../../src/pages/goods/serviceForm.ts";
import { templateForm } from "../../src/pages/msg/templateForm.ts";
import { boxForm } from "../../src/pages/operate/boxForm.ts";
import { hangarForm } from "../../src/pages/operate/hangarForm.ts";
import { consoleConfig } from "../consoleConfig.ts";
import { type TestPlatform, testPlatform } from "../platform.ts";
import { putChannel, putGoods, putService } from "./catalogRecords.ts";
import { dataFactory } from "./dataFactory.ts";
import { putBox, putDrone, putHangar } from "./deviceRecords.ts";

/** One record of each form, every field of it filled in. */
interface Filled {
  readonly form: FormPlan<AnyRow>;
  readonly read: () => Promise<AnyRow>;
}

/** What each form lets an edit take away, and what it then says of the others. */
const clearable: Readonly<Record<string, readonly string[]>> = {
  company: ["emergencyPhone", "channelCodeId", "remark"],
  channelCode: ["expireAt", "remark"],
  goods: ["cover", "description"],
  service: ["parentId", "description"],
  box: ["firmware", "remark"],
  hangar: ["droneSn"],
  staff: [],
  "sms-template": [],
};

let on: TestPlatform;
let client: Client;
const filled = new Map<string, Filled>();
const names = Object.keys(clearable);

beforeAll(async () => {
  on = await testPlatform();
  client = await clientOf(on);
  for (const [name, one] of await everyRecord()) filled.set(name, one);
});
afterAll(() => on.close());

/** The console's own client, whose requests the server gets without a network between. */
async function clientOf({ app, as }: TestPlatform): Promise<Client> {
  const headers = await as("admin");
  return createClient({
    config: () => consoleConfig(),
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
    onFault: () => undefined,
  });
}

async function everyRecord(): Promise<Map<string, Filled>> {
  const { db } = on;
  const make = await dataFactory(on);
  const channel = await putChannel(db, { remark: "展会", expireAt: new Date("2027-01-01T00:00:00Z") });
  const company = await make.company({
    emergencyPhone: "13700001111",
    channelCodeId: channel.id,
    channelName: channel.name,
    managerId: on.staff.operator.id,
    remark: "老客户",
  });
  const root = await putService(db);
  const service = await putService(db, { parentId: root.id, level: 2, description: "每架次一份报告" });
  const goods = await putGoods(db, [service.id], { cover: "/uploads/123", description: "一年" });
  const box = await putBox(db, company, { firmware: "1.2", lng: 113.9, lat: 22.5, remark: "屋顶" });
  const { sn: droneSn } = await putDrone(db, company);
  const hangar = await putHangar(db, company, { droneSn });
  const { templates } = await client.call(smsTemplateCalls.smsTemplates, {});
  const template = templates.find(({ builtIn }) => !builtIn) ?? templates[0];
  const one = (call: Endpoint, id: string) => () => client.call(call, { params: { id } } as never);
  const entry = (form: unknown, read: () => Promise<unknown>): Filled =>
    // Seam: each form is given records of its own type alone.
    ({ form, read }) as Filled;
  return new Map([
    ["company", entry(companyForm, one(companyCalls.companyOne, company.id))],
    ["channelCode", entry(channelForm, one(channelCodeCalls.channelOne, channel.id))],
    ["goods", entry(goodsForm, one(goodsCalls.goodsDetails, goods.id))],
    ["service", entry(serviceForm, one(serviceCalls.serviceOne, service.id))],
    ["box", entry(boxForm, one(boxCalls.boxOne, box.id))],
    ["hangar", entry(hangarForm, one(hangarCalls.hangarOne, hangar.id))],
    ["staff", entry(staffForm, one(staffCalls.staffOne, on.staff.duty.id))],
    ["sms-template", entry(templateForm, async () => template)],
  ]);
}

const entryOf = (name: string): Filled => {
  const found = filled.get(name);
  if (!found) throw new Error(`There is no record for ${name}`);
  return found;
};
const emptied = (form: FormPlan<AnyRow>, field: FormField, row: AnyRow) =>
  form.clearable?.(field, row) ? null : emptyValue(field);
const isMasked = (field: FormField) => field.kind === "text" && field.masked === true;
/** What the field would show of the record; of a masked one, what the record has. */
const shown = (form: FormPlan<AnyRow>, field: FormField, row: AnyRow): unknown =>
  isMasked(field)
    ? Object.entries(row).find(([name]) => name === field.name)?.[1]
    : form.valuesOf(row)[field.name];

let acts = 0;
async function save({ form, read }: Filled, values: Readonly<Record<string, unknown>>): Promise<AnyRow> {
  const row = await read();
  const order = { row, values: { ...form.valuesOf(row), ...values }, requestId: `cleared-${++acts}` };
  await form.save(client, order, new AbortController().signal);
  return read();
}

describe.each(names)("the form of %s", (name) => {
  test("has something in each field that can be taken away", async () => {
    const { form, read } = entryOf(name);
    const row = await read();
    const empty = fieldsFor(form, row)
      .filter((field) => JSON.stringify(shown(form, field, row)) === JSON.stringify(emptyValue(field)))
      .map((field) => field.name);
    expect(empty.filter((one) => clearable[name]?.includes(one))).toEqual([]);
  });

  test("refuses in words to empty what a record cannot be without, and lets the rest go", async () => {
    const { form, read } = entryOf(name);
    const row = await read();
    const free = fieldsFor(form, row).filter((field) => {
      // A box to tick has no empty value, and a masked one that stays empty stays.
      if (field.kind === "check" || (isMasked(field) && !form.clearable?.(field, row))) return false;
      return form.check(field, emptied(form, field, row), row) === null;
    });
    const place = name === "box" ? ["lng", "lat"] : [];
    expect(free.map((field) => field.name).sort()).toEqual([...(clearable[name] ?? []), ...place].sort());
  });
});

test.each(names.flatMap((name) => (clearable[name] ?? []).map((field) => [name, field] as const)))(
  "%s: %s that is emptied is gone from the record",
  async (name, fieldName) => {
    const one = entryOf(name);
    const { form } = one;
    const row = await one.read();
    const field = fieldsFor(form, row).find((candidate) => candidate.name === fieldName);
    if (!field) throw new Error(`${name} does not ask for ${fieldName}`);
    const before = form.valuesOf(row);
    const after = await save(one, { [fieldName]: emptied(form, field, row) });
    expect(shown(form, field, after)).toEqual(emptyValue(field));
    // Nothing else went with it.
    expect({ ...form.valuesOf(after), [fieldName]: null }).toEqual({ ...before, [fieldName]: null });
  },
);

test("a box's place goes as a whole, and half of it is refused by the name of the other half", async () => {
  const box = entryOf("box");
  const refused = await save(box, { lng: "" }).catch((fault: unknown) => fault);
  expect(refused).toMatchObject({ kind: "invalid" });
  expect(await save(box, { lng: "", lat: "" })).toMatchObject({ lng: null, lat: null });
});

test("a masked number that was not touched stays, spaces or none", async () => {
  const company = entryOf("company");
  const { phone } = { phone: "", ...(await company.read()) };
  expect(phone).toMatch(/\*/);
  expect(await save(company, { phone: " " })).toMatchObject({ phone });
  expect(await save(company, { shortName: "改过" })).toMatchObject({ phone, shortName: "改过" });
});
