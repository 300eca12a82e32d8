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

/** Opens the page's one form that shows numbers in full; the page renders it. Made when asked, not for each eye. */
function openReveal(scope: PageScope, pageApi: PageApi, masked: MaskedNumber): void {
  // It is opened with masked numbers alone, here.
  createFormHandle(revealForm as unknown as FormConfig<AnyRow>, scope, pageApi, noopListener).open(masked);
}

interface Props {
  readonly masked: string;
  readonly id: string;
  readonly target: RevealTarget;
}

/** A masked number with an eye that shows it in full, against a reason, to who may see it. */
export function MaskedPhone({ masked, id, target }: Props) {
  const pageApi = usePageApi();
  const scope = usePageScope();
  const { user, config } = pageApi;
  return (
    <span className={classes["phone"]}>
      {masked}
      {canCall(revealCalls.reveal, user.roles) && config.extensions && (
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
