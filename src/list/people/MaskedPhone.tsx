import { IconEye } from "@tabler/icons-react";
import { revealCalls } from "../../../adapters/contract/reveal.ts";
import { useConsole } from "../../console/useConsole.ts";
import { mayCall } from "../mayCall.ts";
import classes from "./MaskedPhone.module.css";
import type { RevealTarget } from "./revealTarget.ts";
import { useReveal } from "./useReveal.ts";

interface Props {
  readonly masked: string;
  readonly id: string;
  readonly target: RevealTarget;
}

/** A masked number with an eye that shows it in full, against a reason, to who may see it. */
export function MaskedPhone({ masked, id, target }: Props) {
  const { user, config } = useConsole();
  const { open } = useReveal();
  return (
    <span className={classes["phone"]}>
      {masked}
      {mayCall(revealCalls.reveal, user.roles) && config.extensions && (
        <button
          type="button"
          className={classes["eye"]}
          aria-label={`查看完整号码 ${masked}`}
          onClick={() => open({ id, masked, ...target })}
        >
          <IconEye size={16} aria-hidden />
        </button>
      )}
    </span>
  );
}
