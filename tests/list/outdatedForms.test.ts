import { describe, expect, it } from "vitest";
import { createActor } from "xstate";
import * as z from "zod/mini";
import { defineCalls } from "../../adapters/contract/endpoint.ts";
import { CallError } from "../../adapters/http/callError.ts";
import { actionForm } from "../../src/list/form/actionForm.ts";
import { createFormHandle, type EditActor } from "../../src/list/form/createFormHandle.ts";
import type { FormConfig } from "../../src/list/form/formConfig.ts";
import type { AnyRow } from "../../src/list/listDefinition.ts";
import type { PageApi } from "../../src/pageApi/usePageApi.ts";
import type { PageScope } from "../../src/pageApi/usePageScope.ts";

const row = z.object({ id: z.string(), version: z.int(), dueFen: z.int() });
type Order = z.infer<typeof row>;

const { register } = defineCalls({
  register: {
    host: "api",
    method: "PUT",
    path: "/order/v3/pay/updateBankName",
    summary: "登记回款",
    access: "session",
    body: z.strictObject({ amountFen: z.int(), paidAt: z.string(), bankName: z.string() }),
    data: z.object({ id: z.string() }),
  },
});

/** A payment form: the amount comes from the record, the time from the clock. */
const form = (clock: () => string) =>
  actionForm({
    name: "order-register",
    title: () => "登记回款",
    call: register,
    detailCall: { data: row },
    fields: [
      { kind: "money", name: "amountFen", label: "到账金额" },
      { kind: "text", name: "paidAt", label: "到账时间" },
      { kind: "text", name: "bankName", label: "付款银行" },
    ],
    getInitialValues: ({ dueFen }: Order) => ({ amountFen: dueFen / 100, paidAt: clock() }),
    args: (_, { bankName, paidAt, amountFen = 0 }) => ({ body: { bankName, paidAt, amountFen } }),
  });

/** Opens the form for an order of ¥1,500.00, types the bank and submits; the server replies with the error. */
async function submitWith(error: CallError) {
  const uncertain: string[] = [];
  let actor: EditActor | undefined;
  const scope = {
    actor: (_: string, machine: () => Parameters<typeof createActor>[0]) => {
      actor ??= createActor(machine()).start() as EditActor;
      return actor;
    },
  } as unknown as PageScope;
  const client = { call: () => Promise.reject(error) };
  const callbacks = { onSaved: () => undefined, onUncertain: () => void uncertain.push("reload") };
  let time = "09:05:00";
  const config = form(() => time) as unknown as FormConfig<AnyRow>;
  const handle = createFormHandle(config, scope, { client, storage: {} } as unknown as PageApi, callbacks);
  const opened: Order = { id: "7", version: 1, dueFen: 150_000 };
  handle.open(opened);
  await flushPromises();
  const { values } = handle.actor.getSnapshot().context;
  handle.actor.send({ type: "values.change", values: { ...values, bankName: "招商银行" } });
  time = "09:05:06";
  handle.actor.send({ type: "form.submit" });
  await flushPromises();
  return { uncertain, ...handle.actor.getSnapshot().context };
}

const flushPromises = () => new Promise((resolve) => setTimeout(resolve));

const createConflict = (data: Order) => new CallError("conflict", "PUT /order", { state: -5, data });

describe("a form for a record that another user has changed", () => {
  it("shows their changes of the record, but not the elapsed time", async () => {
    const { theirs } = await submitWith(createConflict({ id: "7", version: 2, dueFen: 100_000 }));
    expect(theirs?.values).toEqual({ amountFen: 1000, paidAt: "09:05:00", bankName: "" });
  });

  it("reloads the list, except after a validation error", async () => {
    const conflict = await submitWith(createConflict({ id: "7", version: 2, dueFen: 150_000 }));
    expect(conflict.uncertain).toEqual(["reload"]);
    const refused = await submitWith(new CallError("refused", "PUT /order", { state: -1 }));
    expect(refused.uncertain).toEqual(["reload"]);
    expect((await submitWith(new CallError("invalid", "PUT /order"))).uncertain).toEqual([]);
  });
});
