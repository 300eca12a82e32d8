import * as z from "zod/mini";
import { variableValue } from "../../../adapters/contract/smsText.ts";
import { variableName } from "./variableNames.ts";

const choice = z.object({
  code: z.string(),
  /** What has to be filled in. */
  variables: z.array(z.string()),
  params: z.catchall(z.object({}), z.string()),
});
export type TemplateChoice = z.infer<typeof choice>;

const none: TemplateChoice = { code: "", variables: [], params: {} };

/** The template that a form's value chooses, and what is wrong with the choice in words. */
export function chosenTemplate(value: unknown): TemplateChoice & { readonly fault: string | null } {
  const parsed = choice.safeParse(value);
  const chosen = parsed.success ? parsed.data : none;
  const missing = chosen.variables.filter((variable) => !variableValue(chosen.params, variable).trim());
  const fault =
    chosen.code === ""
      ? "请选择短信模板"
      : missing.length > 0
        ? `请填写变量：${missing.map(variableName).join("、")}`
        : null;
  return { ...chosen, fault };
}
