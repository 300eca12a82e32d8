import type { OrderDetail } from "../../../adapters/contract/order.ts";
import type { FormInstance, FormListener } from "../../list/form/createFormHandle.ts";
import { useForm } from "../../list/form/useForm.ts";
import { passForm, passOnBehalfForm, rejectForm } from "./orderAuditForms.ts";

type AuditForm = FormInstance & { readonly open: (order: OrderDetail | null) => void };

/** The ways to decide on what waits for an audit. */
export interface AuditForms {
  readonly pass: AuditForm;
  readonly passOnBehalf: AuditForm;
  readonly reject: AuditForm;
}

/** Their forms. */
export function useAuditForms(callbacks: FormListener): AuditForms {
  const pass = useForm(passForm, callbacks);
  const passOnBehalf = useForm(passOnBehalfForm, callbacks);
  const reject = useForm(rejectForm, callbacks);
  return { pass, passOnBehalf, reject };
}
