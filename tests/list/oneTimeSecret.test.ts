import { expect, it } from "vitest";
import type { FormConfig, OneTimeResult } from "../../src/list/form/formConfig.ts";
import { companyForm } from "../../src/pages/account/companyForm.ts";
import { setupForm } from "./setupForm.ts";

const secret = { title: "密钥", note: "", lines: [{ label: "密钥", value: "Vx8a-Aq5i" }] };

/** A form of a new company that answers with this. */
const createFormShowing = (shown: OneTimeResult): FormConfig<{ readonly id: string }> => ({
  ...(companyForm as unknown as FormConfig<{ readonly id: string }>),
  save: async () => ({ id: "1", shown }),
});

it("A page that shows a password this once is asked about until it is closed", async () => {
  const form = await setupForm(createFormShowing(secret), null);
  form.type({ name: "云端测绘" });
  await form.submit();
  expect([form.has("done"), form.unsaved()]).toEqual([true, true]);
  form.close();
  expect([form.has("done"), form.unsaved()]).toEqual([false, false]);
});

it("A page that shows what can be had again is not", async () => {
  const form = await setupForm(createFormShowing({ ...secret, repeatable: true }), null);
  form.type({ name: "云端测绘" });
  await form.submit();
  expect([form.has("done"), form.unsaved()]).toEqual([true, false]);
});
