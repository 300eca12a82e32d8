import { isExtension } from "../../../adapters/contract/endpoint.ts";
import type { PageApi } from "../../pageApi/usePageApi.ts";
import type { FormConfig, FormField } from "./formConfig.ts";

/** The form without what only this platform takes, on another: some fields, and files that need a call to upload. */
export function withoutOwnFields<R>(
  form: FormConfig<R>,
  { extensions }: Pick<PageApi["config"], "extensions">,
) {
  if (extensions) return form;
  const isOwn = (field: FormField) => field.isOwn || (field.kind === "file" && isExtension(field.upload));
  const sections = form.sections.map((section) => ({
    ...section,
    fields: section.fields.filter((field) => !isOwn(field)),
  }));
  return { ...form, sections };
}
