import { revealCalls } from "../../../adapters/contract/reveal.ts";
import { actionForm } from "../form/actionForm.ts";
import type { AnyRow } from "../listDefinition.ts";
import type { RevealTarget } from "./revealTarget.ts";

export interface MaskedNumber extends AnyRow, RevealTarget {
  readonly masked: string;
}

/** Asks for a reason, which is audited, and shows the number; it is not stored. */
export const revealForm = actionForm({
  name: "reveal",
  title: (_: MaskedNumber) => "查看完整号码",
  call: revealCalls.reveal,
  consequence: ({ masked }: MaskedNumber) => `将显示 ${masked} 的完整号码。查看会记入审计日志，请填写原因。`,
  fields: [{ kind: "dictionary", name: "reason", label: "查看原因", key: "reveal_reason", wide: true }],
  schemas: { reason: revealCalls.reveal.body.shape.reason },
  args: ({ id, entity, field }: MaskedNumber, { reason }) => ({ body: { id, entity, field, reason } }),
  toOneTimeResult: ({ value }) => ({
    title: "完整号码",
    note: "请勿转发或截图，关闭后需重新填写原因才能查看。",
    lines: [{ label: "号码", value }],
    repeatable: true,
  }),
});
