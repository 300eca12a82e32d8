import { useSelector } from "@xstate/react";
import { useEffect, useEffectEvent } from "react";
import type { OrderDetail } from "../../../adapters/contract/order.ts";
import type { FormTold, HostedForm } from "../../list/form/formHandle.ts";
import { useForm } from "../../list/form/useForm.ts";
import { passForm, passOnBehalfForm, rejectForm } from "./orderAuditForms.ts";

type AuditForm = HostedForm & { readonly open: (order: OrderDetail | null) => void };

/** The ways to decide on what waits for an audit. */
export interface AuditForms {
  readonly pass: AuditForm;
  readonly passOnBehalf: AuditForm;
  readonly reject: AuditForm;
}

/** Their forms; `onStale` is told when a decision was refused, as somebody else was there first, or withdrew. */
export function useAuditForms(told: FormTold, onStale: () => void): AuditForms {
  const pass = useForm(passForm, told);
  const passOnBehalf = useForm(passOnBehalfForm, told);
  const reject = useForm(rejectForm, told);
  useStale(pass, onStale);
  useStale(passOnBehalf, onStale);
  useStale(reject, onStale);
  return { pass, passOnBehalf, reject };
}

function useStale({ actor }: HostedForm, onStale: () => void) {
  const refused = useSelector(actor, (snapshot) => snapshot.hasTag("refused"));
  const told = useEffectEvent(onStale);
  useEffect(() => {
    if (refused) told();
  }, [refused]);
}
