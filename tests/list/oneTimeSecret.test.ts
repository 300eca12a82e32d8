import { expect, it } from "vitest";
import type { FormConfig, OneTimeResult } from "../../src/list/form/formConfig.ts";
import { companyForm } from "../../src/pages/account/companyForm.ts";
import { setupForm } from "./setupForm.ts";

const secret = { title: "密钥", note: "", lines: [{ label: "密钥", value: "Vx8a-Aq5i" }] };

/** A company form whose save returns this result. */
const createFormShowing = (oneTimeSecret: OneTimeResult): FormConfig<{ readonly id: string }> => ({
  ...(companyForm as unknown as FormConfig<{ readonly id: string }>),
  save: async () => ({ id: "1", oneTimeSecret }),
});

it("a page with a one-time secret counts as unsaved until the form is closed", async () => {
  const form = await setupForm(createFormShowing(secret), null);
  form.type({ name: "云端测绘" });
  await form.submit();
  expect([form.has("done"), form.isUnsaved()]).toEqual([true, true]);
  form.close();
  expect([form.has("done"), form.isUnsaved()]).toEqual([false, false]);
});

it("a page with a repeatable result does not count as unsaved", async () => {
  const form = await setupForm(createFormShowing({ ...secret, repeatable: true }), null);
  form.type({ name: "云端测绘" });
  await form.submit();
  expect([form.has("done"), form.isUnsaved()]).toEqual([true, false]);
});
