import { revealCalls } from "../../../adapters/contract/reveal.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import { canCall } from "../canCall.ts";
import classes from "./MaskedPhone.module.css";
import { openReveal } from "./openReveal.ts";
import type { RevealTarget } from "./revealTarget.ts";

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
