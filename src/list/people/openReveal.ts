import type { Console } from "../../console/useConsole.ts";
import type { PageScope } from "../../console/usePageScope.ts";
import type { AnyRow } from "../definition.ts";
import { formHandle } from "../form/formHandle.ts";
import type { FormPlan } from "../form/formPlan.ts";
import { type Masked, revealForm } from "./revealForm.ts";

const nothingToTell = { saved: () => undefined, doubted: () => undefined };

/** Opens the page's one form that shows numbers in full; the page renders it. Made when asked, not for each eye. */
export function openReveal(scope: PageScope, console: Console, masked: Masked): void {
  // It is opened with masked numbers alone, here.
  formHandle(revealForm as unknown as FormPlan<AnyRow>, scope, console, nothingToTell).open(masked);
}
