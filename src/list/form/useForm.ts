import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useLatest, usePageScope } from "../../pageApi/usePageScope.ts";
import type { AnyRow } from "../listDefinition.ts";
import { createFormHandle, type FormInstance, type FormListener } from "./createFormHandle.ts";
import type { FormConfig } from "./formConfig.ts";

/** A form of a page's own dialog, with its actor; render it with `FormHost`. */
export function useForm<R extends AnyRow>(
  config: FormConfig<R>,
  formListener: FormListener,
): FormInstance & { readonly open: (row: R | null) => void } {
  const pageApi = usePageApi();
  const scope = usePageScope();
  const getListener = useLatest(`form.${config.name}`, formListener);
  // The form is opened with rows of its own type alone, by the `open` given out here.
  return createFormHandle(config as unknown as FormConfig<AnyRow>, scope, pageApi, {
    onSaved: (...args) => getListener().onSaved(...args),
    onUncertain: () => getListener().onUncertain(),
  });
}
