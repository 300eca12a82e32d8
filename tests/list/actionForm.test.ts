import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { defineCalls } from "../../adapters/contract/endpoint.ts";
import type { Client } from "../../adapters/http/client.ts";
import { actionForm } from "../../src/list/form/actionForm.ts";
import { getFields } from "../../src/list/form/formConfig.ts";
import type { RowSelection } from "../../src/list/listDefinition.ts";

interface Order {
  readonly id: string;
  readonly dueFen: number;
}

const { apply } = defineCalls({
  apply: {
    host: "api",
    method: "POST",
    path: "/invoice/order/apply",
    summary: "申请发票",
    access: "session",
    body: z.strictObject({
      orderIds: z.array(z.string()),
      title: z.string().check(z.minLength(2, "至少 2 个字")),
      taxNo: z.optional(z.string()),
      amountFen: z.int().check(z.positive("金额须大于 0")),
      verified: z.boolean(),
      requestId: z.string(),
    }),
    data: z.object({ id: z.string() }),
  },
});

const form = actionForm({
  name: "invoice-apply",
  title: ({ rows }: RowSelection<Order>) => `为 ${rows.length} 个订单申请发票`,
  call: apply,
  fields: [
    { kind: "text", name: "title", label: "发票抬头" },
    { kind: "text", name: "taxNo", label: "税号", when: { field: "verified", is: [true] } },
    { kind: "money", name: "amountFen", label: "金额" },
    { kind: "check", name: "verified", label: "代付已核实" },
  ],
  getInitialValues: ({ rows }) => ({ amountFen: rows.reduce((sum, { dueFen }) => sum + dueFen, 0) / 100 }),
  args: ({ rows }, { title, taxNo, amountFen = 0, verified }, requestId) => ({
    body: {
      orderIds: rows.map(({ id }) => id),
      title,
      ...(taxNo ? { taxNo } : {}),
      amountFen,
      verified,
      requestId,
    },
  }),
});

const orders = { id: "selection", rows: ["1", "2"].map((id) => ({ id, dueFen: 10_050 })) };
const submitForm = async (values: Readonly<Record<string, unknown>>) => {
  const sent: unknown[] = [];
  const client = { call: async (_: unknown, args: unknown) => sent.push(args) } as unknown as Client;
  await form.save(client, { row: orders, values, requestId: "q1" }, new AbortController().signal);
  return sent;
};

describe("an action form for several rows", () => {
  it("takes its initial values from the rows", () => {
    expect(form.title(orders)).toBe("为 2 个订单申请发票");
    expect(form.getValues(orders)).toEqual({ title: "", taxNo: "", amountFen: 201, verified: false });
  });

  it("validates fields by the call's body schema", () => {
    const [title, taxNo, amount] = form.sections.flatMap(({ fields }) => fields);
    if (!title || !taxNo || !amount) throw new Error("fields are missing");
    expect(form.validate(title, "甲", orders)).toBe("至少 2 个字");
    expect(form.validate(title, "", orders)).toBe("请输入发票抬头");
    expect(form.validate(amount, "0", orders)).toBe("金额须大于 0");
    expect([title, taxNo, amount].map((field) => form.isRequired(field, orders))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("accepts an amount that the rows gave, and no other against the rule", () => {
    const free = { id: "selection", rows: [{ id: "1", dueFen: 0 }] };
    const amount = form.sections.flatMap(({ fields }) => fields).find(({ name }) => name === "amountFen");
    if (!amount) throw new Error("the field is missing");
    expect(form.validate(amount, 0, free)).toBeNull();
    expect(form.validate(amount, -1, free)).toBe("金额须大于 0");
    expect(form.validate(amount, "", free)).toBe("请输入金额");
  });

  it("sends one call for all rows, with amounts in fen", async () => {
    const values = { title: "晴川低空", taxNo: "91420100MA4KXYQ12H", amountFen: "201.5", verified: true };
    expect(await submitForm(values)).toEqual([
      {
        body: {
          orderIds: ["1", "2"],
          title: "晴川低空",
          taxNo: "91420100MA4KXYQ12H",
          amountFen: 20_150,
          verified: true,
          requestId: "q1",
        },
      },
    ]);
  });

  it("neither shows nor sends fields whose condition does not match", async () => {
    const values = { title: "程远", taxNo: "left over", amountFen: 201, verified: false };
    expect(getFields(form, orders, values).map(({ name }) => name)).toEqual([
      "title",
      "amountFen",
      "verified",
    ]);
    expect(await submitForm(values)).toEqual([
      { body: { orderIds: ["1", "2"], title: "程远", amountFen: 20_100, verified: false, requestId: "q1" } },
    ]);
  });
});
