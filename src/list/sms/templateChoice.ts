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

/** A template value with what it lacks. */
export interface ParsedTemplateChoice extends TemplateChoice {
  /** Names of the variables without a value. */
  readonly missing: readonly string[];
  /** Its message if it is incomplete. */
  readonly error: string | null;
}

/** Parses a form's template value. */
export function parseTemplateChoice(value: unknown): ParsedTemplateChoice {
  const parsed = templateChoiceSchema.safeParse(value);
  const chosen = parsed.success ? parsed.data : emptyChoice;
  const missing = chosen.variables.filter((variable) => !getVariableValue(chosen.params, variable).trim());
  const error =
    chosen.code === ""
      ? "请选择短信模板"
      : missing.length > 0
        ? `请填写变量：${missing.map(getVariableLabel).join("、")}`
        : null;
  return { ...chosen, missing, error };
}
