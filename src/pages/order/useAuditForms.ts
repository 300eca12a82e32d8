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

/** Their forms. */
export function useAuditForms(told: FormTold): AuditForms {
  const pass = useForm(passForm, told);
  const passOnBehalf = useForm(passOnBehalfForm, told);
  const reject = useForm(rejectForm, told);
  return { pass, passOnBehalf, reject };
}
