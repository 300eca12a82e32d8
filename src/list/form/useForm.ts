import { useEffect } from "react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { type PageScope, usePageScope } from "../../pageApi/usePageScope.ts";
import type { AnyRow } from "../listDefinition.ts";
import { createFormHandle, type FormInstance, type FormListener } from "./createFormHandle.ts";
import type { FormConfig } from "./formConfig.ts";

/** Whom the forms of a page, which outlive the dialogs they are opened in, tell at present, by their names. */
const listeners = new WeakMap<PageScope, Map<string, FormListener>>();

/** A form of a page's own dialog, with its actor; render it with `FormHost`. */
export function useForm<R extends AnyRow>(
  config: FormConfig<R>,
  formListener: FormListener,
): FormInstance & { readonly open: (row: R | null) => void } {
  const pageApi = usePageApi();
  const scope = usePageScope();
  const { name } = config;
  const getListener = () => listeners.get(scope)?.get(name);
  useEffect(() => {
    listeners.set(scope, new Map(listeners.get(scope)).set(name, formListener));
  }, [scope, name, formListener]);
  // The form is opened with rows of its own type alone, by the `open` given out here.
  return createFormHandle(config as unknown as FormConfig<AnyRow>, scope, pageApi, {
    onSaved: (...args) => getListener()?.onSaved(...args),
    onUncertain: () => getListener()?.onUncertain(),
  });
}
