import { expect, it } from "vitest";
import * as z from "zod/mini";
import { defineCalls } from "../../adapters/contract/endpoint.ts";
import { actionForm } from "../../src/list/form/actionForm.ts";
import { recordForm } from "../../src/list/form/recordForm.ts";
import { setupForm } from "./setupForm.ts";

const call = { host: "api", method: "POST", access: "session" } as const;
const body = z.strictObject({ name: z.string(), requestId: z.string() });
const row = z.object({ id: z.string(), version: z.int(), name: z.string() });
const { save, one, freeze } = defineCalls({
  save: {
    ...call,
    path: "/save",
    summary: "保存",
    body: z.extend(body, { id: z.optional(z.string()) }),
    data: row,
  },
  one: { ...call, path: "/one", summary: "详情", data: row },
  freeze: { ...call, path: "/freeze", summary: "冻结", body: z.strictObject({ id: z.string() }), data: row },
});
const company = { id: "1", version: 1, name: "商洛翼驰" };
const answer = async () => company;

const freezeForm = {
  name: "freeze",
  title: ({ name }: typeof company) => `冻结 ${name}`,
  call: freeze,
  args: ({ id }: typeof company) => ({ body: { id } }),
};
it.each([
  ["已 and its title", {}, "已冻结 商洛翼驰"],
  ["the words of its own", { done: ({ name }: typeof company) => `已停用 ${name}` }, "已停用 商洛翼驰"],
  [
    "with an undo what else it found",
    { toUndo: () => ({ remark: "，与 甲区 重叠", run: answer }) },
    "已冻结 商洛翼驰，与 甲区 重叠",
  ],
])("a form that acts on a record says what it has done: %s", async (_, more, text) => {
  const form = await setupForm(actionForm({ ...freezeForm, ...more }), company, { call: answer });
  await form.submit();
  expect(form.successes).toEqual([text]);
});

it.each([
  [null, "已新增企业 商洛翼飞"],
  [company, "已保存企业 商洛翼飞"],
])("a form of a record says its name as it is now", async (opened, text) => {
  const config = recordForm({
    name: "company",
    noun: "企业",
    create: save,
    detailCall: one,
    container: "dialog",
    sections: [{ fields: [{ kind: "text", name: "name", label: "名称" }] }],
  });
  const form = await setupForm(config, opened, { call: answer });
  form.type({ name: "商洛翼飞" });
  await form.submit();
  expect(form.successes).toEqual([text]);
});
