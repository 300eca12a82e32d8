import { expect, test } from "vitest";
import * as z from "zod/mini";
import { defineCalls } from "../../adapters/contract/endpoint.ts";
import { saveBody } from "../../adapters/contract/saveBody.ts";
import type { Client } from "../../adapters/http/client.ts";
import { recordForm } from "../../src/list/form/recordForm.ts";

const { save, detailCall } = defineCalls({
  save: {
    host: "api",
    method: "POST",
    path: "/boat/insertOrUpdate",
    summary: "新增或编辑船只",
    access: "session",
    body: z.strictObject({
      id: z.optional(z.string()),
      version: z.optional(z.int()),
      name: z.optional(z.string().check(z.minLength(1, "请输入船名"))),
      phone: z.optional(z.string().check(z.minLength(1))),
      fax: z.optional(z.string()),
      remark: z.optional(z.string()),
      tons: z.optional(z.int()),
      requestId: z.string(),
    }),
    data: z.object({ id: z.string() }),
  },
  detailCall: {
    host: "api",
    method: "GET",
    path: "/x/one/boat/:id",
    summary: "船只",
    access: "session",
    data: z.object({
      id: z.string(),
      version: z.int(),
      name: z.string(),
      phone: z.string(),
      fax: z.string(),
      remark: z.string(),
      tons: z.int(),
    }),
  },
});

const name = { kind: "text", name: "name", label: "船名" } as const;
const phone = { kind: "text", name: "phone", label: "手机号", masked: true } as const;
const fax = { kind: "text", name: "fax", label: "传真", masked: true } as const;
const remark = { kind: "text", name: "remark", label: "备注" } as const;
const tons = { kind: "number", name: "tons", label: "吨位" } as const;
const form = recordForm({
  name: "boat",
  noun: "船只",
  create: save,
  update: save,
  detailCall,
  container: "dialog",
  requiredFields: ["name", "phone"],
  sections: [{ fields: [name, phone, fax, remark, tons] }],
});
const boat = {
  id: "7",
  version: 1,
  name: "海燕",
  phone: "138****0013",
  fax: "755****0013",
  remark: "新",
  tons: 12,
};

test("a save requires of a new record what its body does", () => {
  const body = saveBody({ name: z.string(), remark: z.optional(z.string()) });
  const saving = recordForm({
    name: "boat",
    noun: "船只",
    save: { ...save, body },
    detailCall,
    container: "dialog",
    sections: [{ fields: [name, remark] }],
  });
  expect([name, remark].map((field) => saving.isRequired(field, null))).toEqual([true, false]);
  expect(saving.calls.update?.path).toBe(save.path);
});

test("a required field cannot be emptied by an edit, which would silently leave it unchanged", () => {
  expect([form.isRequired(name, null), form.isRequired(name, boat)]).toEqual([true, true]);
  expect(form.validate(name, "", boat)).toBe("请输入船名");
  expect(form.validate(name, "海鸥", boat)).toBeNull();
  expect(form.validate(name, "海燕", boat)).toBeNull();
});

test("a masked value may be left empty, and a remark may be cleared", () => {
  expect([form.isRequired(phone, null), form.isRequired(phone, boat)]).toEqual([true, false]);
  expect(form.validate(phone, "", boat)).toBeNull();
  expect(form.validate(phone, "", null)).toBe("请输入手机号");
  expect(form.validate(remark, "", boat)).toBeNull();
});

test("a field that cannot be sent empty must not be emptied by an edit, but is optional for a new record", () => {
  const [, , , , shown] = Object.values(form.getValues(boat));
  expect(form.validate(tons, shown, boat)).toBeNull();
  expect(form.validate(tons, "", boat)).toBe("请输入吨位");
  expect(form.validate(tons, "", null)).toBeNull();
  expect(form.validate(remark, "", boat)).toBeNull();
});

/** The saved fields except id, version and request id. */
async function submitForm(values: Readonly<Record<string, unknown>>, row: typeof boat | null = boat) {
  let sent: object = {};
  const client = {
    call: async (_: unknown, { body }: { readonly body: object }) => {
      sent = body;
      return { id: "7" };
    },
  } as unknown as Client;
  const order = { row, values: { ...form.getValues(row), ...values }, requestId: "request-1" };
  await form.save(client, order, new AbortController().signal);
  const { id: _, version: __, requestId: ___, ...others } = { id: "", version: 0, requestId: "", ...sent };
  return others;
}

test("an edit sends exactly the changed fields, emptied ones as empty", async () => {
  expect(await submitForm({})).toEqual({});
  expect(await submitForm({ remark: "" })).toEqual({ remark: "" });
  expect(await submitForm({ remark: "  " })).toEqual({ remark: "" });
  expect(await submitForm({ name: "海鸥", tons: 13 })).toEqual({ name: "海鸥", tons: 13 });
  // The form rejects this; if it is sent anyway, the server must refuse it.
  expect(await submitForm({ tons: "" })).toEqual({ tons: "" });
});

test("a new record omits empty fields", async () => {
  expect(await submitForm({ name: "海鸥", phone: "1" }, null)).toEqual({ name: "海鸥", phone: "1" });
});

test("a masked value is unchanged while its field is empty and cleared on request if it is optional", async () => {
  expect(await submitForm({ phone: " ", fax: "" })).toEqual({});
  expect(await submitForm({ fax: null })).toEqual({ fax: "" });
  expect(await submitForm({ fax: "075526480013" })).toEqual({ fax: "075526480013" });
  expect([form.isClearable?.(fax, boat), form.isClearable?.(fax, null)]).toEqual([true, false]);
  expect([form.isClearable?.(phone, boat), form.isClearable?.(remark, boat)]).toEqual([false, false]);
  expect([form.validate(fax, null, boat), form.validate(phone, null, boat)]).toEqual([null, "请输入手机号"]);
});

test("a field that an edit cannot clear is marked as required while the record has a value", () => {
  expect([form.isRequired(tons, null), form.isRequired(tons, boat)]).toEqual([false, true]);
  expect(form.isRequired(remark, boat)).toBe(false);
});
