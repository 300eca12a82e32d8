import { expect, it } from "vitest";
import type { FormPlan, ShownOnce } from "../../src/list/form/formPlan.ts";
import { companyForm } from "../../src/pages/account/companyForm.ts";
import { openForm } from "./openForm.ts";

const secret = { title: "密钥", note: "", lines: [{ label: "密钥", value: "Vx8a-Aq5i" }] };

/** A form of a new company that answers with this. */
const showing = (shown: ShownOnce): FormPlan<{ readonly id: string }> => ({
  ...(companyForm as unknown as FormPlan<{ readonly id: string }>),
  save: async () => ({ id: "1", shown }),
});

it("A page that shows a password this once is asked about until it is closed", async () => {
  const form = await openForm(showing(secret), null);
  form.type({ name: "云端测绘" });
  await form.submit();
  expect([form.has("done"), form.unsaved()]).toEqual([true, true]);
  form.close();
  expect([form.has("done"), form.unsaved()]).toEqual([false, false]);
});

it("A page that shows what can be had again is not", async () => {
  const form = await openForm(showing({ ...secret, again: true }), null);
  form.type({ name: "云端测绘" });
  await form.submit();
  expect([form.has("done"), form.unsaved()]).toEqual([true, false]);
});
