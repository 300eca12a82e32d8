import type { PageApi } from "../../pageApi/usePageApi.ts";
import type { PageScope } from "../../pageApi/usePageScope.ts";
import { createFormHandle } from "../form/createFormHandle.ts";
import type { FormConfig } from "../form/formConfig.ts";
import type { AnyRow } from "../listDefinition.ts";
import { type MaskedNumber, revealForm } from "./revealForm.ts";

const noopListener = { onSaved: () => undefined, onUncertain: () => undefined };

/** Opens the page's one form that shows numbers in full; the page renders it. Made when asked, not for each eye. */
export function openReveal(scope: PageScope, pageApi: PageApi, masked: MaskedNumber): void {
  // It is opened with masked numbers alone, here.
  createFormHandle(revealForm as unknown as FormConfig<AnyRow>, scope, pageApi, noopListener).open(masked);
}
