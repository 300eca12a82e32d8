import * as z from "zod/mini";
import { getVariableValue } from "../../../adapters/contract/smsText.ts";
import { getVariableLabel } from "./getVariableLabel.ts";

const templateChoiceSchema = z.object({
  code: z.string(),
  /** Names of the variables to fill in. */
  variables: z.array(z.string()),
  params: z.catchall(z.object({}), z.string()),
});
export type TemplateChoice = z.infer<typeof templateChoiceSchema>;

const emptyChoice: TemplateChoice = { code: "", variables: [], params: {} };

/** Parses a form's template value; `error` is its message if it is incomplete. */
export function parseTemplateChoice(value: unknown): TemplateChoice & { readonly error: string | null } {
  const parsed = templateChoiceSchema.safeParse(value);
  const chosen = parsed.success ? parsed.data : emptyChoice;
  const missing = chosen.variables.filter((variable) => !getVariableValue(chosen.params, variable).trim());
  const error =
    chosen.code === ""
      ? "请选择短信模板"
      : missing.length > 0
        ? `请填写变量：${missing.map(getVariableLabel).join("、")}`
        : null;
  return { ...chosen, error };
}
