import { revealCalls } from "../../../adapters/contract/reveal.ts";
import { type PageApi, usePageApi } from "../../pageApi/usePageApi.ts";
import { type PageScope, usePageScope } from "../../pageApi/usePageScope.ts";
import { canCall } from "../canCall.ts";
import { createFormHandle } from "../form/createFormHandle.ts";
import type { FormConfig } from "../form/formConfig.ts";
import type { AnyRow } from "../listDefinition.ts";
import classes from "./MaskedPhone.module.css";
import { type MaskedNumber, revealForm } from "./revealForm.ts";
import type { RevealTarget } from "./revealTarget.ts";

const noopListener = { onSaved: () => undefined, onUncertain: () => undefined };

/** Opens the page's reveal form, which the page renders. Created on click, not for every phone. */
function openReveal(scope: PageScope, pageApi: PageApi, masked: MaskedNumber): void {
  // This form is opened with masked numbers only, here.
  createFormHandle(revealForm as unknown as FormConfig<AnyRow>, scope, pageApi, noopListener).open(masked);
}

interface Props {
  readonly masked: string;
  readonly id: string;
  readonly target: RevealTarget;
}

/** A masked number with a button that reveals it, given a reason; only for roles that may. */
export function MaskedPhone({ masked, id, target }: Props) {
  const pageApi = usePageApi();
  const scope = usePageScope();
  return (
    <span className={classes["phone"]}>
      {masked}
      {canCall(revealCalls.reveal, pageApi) && (
        <button
          type="button"
          className={classes["eye"]}
          aria-label={`查看完整号码 ${masked}`}
          onClick={() => openReveal(scope, pageApi, { id, masked, ...target })}
        />
      )}
    </span>
  );
}
