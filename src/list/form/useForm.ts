import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useLatest, usePageScope } from "../../pageApi/usePageScope.ts";
import type { AnyRow } from "../listDefinition.ts";
import { createFormHandle, type FormInstance, type FormListener } from "./createFormHandle.ts";
import type { FormConfig, FormValues } from "./formConfig.ts";

/** A form for a page's own dialog; render it with `FormHost`. */
export function useForm<R extends AnyRow>(
  config: FormConfig<R>,
  formListener: FormListener,
): FormInstance & { readonly open: (row: R | null, initialValues?: FormValues) => void } {
  const pageApi = usePageApi();
  const scope = usePageScope();
  const getListener = useLatest(`form.${config.name}`, formListener);
  // `open` only accepts rows of this form's type.
  return createFormHandle(config as unknown as FormConfig<AnyRow>, scope, pageApi, {
    onSaved: (...args) => getListener().onSaved(...args),
    onUncertain: () => getListener().onUncertain(),
  });
}
