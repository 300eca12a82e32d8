import * as z from "zod/mini";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { variableValue } from "../../../adapters/contract/smsText.ts";
import type { FormValues } from "../../../machines/formValues.ts";
import { chosenTemplate } from "./templateChoice.ts";

type Mass = z.input<typeof smsCalls.smsPreview.body>;

const massValues = z.object({
  type: z.enum(["notice", "marketing"]),
  source: z.enum(["template", "own"]),
  signature: z.string(),
  content: z.string(),
  scope: z.enum(["all", "companies", "users"]),
  companyIds: z.array(z.string()),
  userIds: z.array(z.string()),
  roles: z.array(z.enum(["owner", "manager", "pilot", "viewer"])),
});

/** A mass sending as the wire has it, out of what the form holds. */
export function massOf(values: FormValues): Mass {
  const { type, source, signature, content, scope, companyIds, userIds, roles } = massValues.parse(values);
  const { code, variables, params } = chosenTemplate(values["template"]);
  const filled = Object.fromEntries(variables.map((name) => [name, variableValue(params, name).trim()]));
  return {
    type,
    ...(source === "own" ? { signature, content: content.trim() } : { templateCode: code, params: filled }),
    target:
      scope === "users"
        ? { userIds }
        : {
            ...(scope === "all" ? { all: true } : { companyIds }),
            ...(roles.length > 0 ? { roles } : {}),
          },
  };
}

/** The same where it is complete; null where something is missing yet. */
export function completeMass(values: FormValues): Mass | null {
  if (!massValues.safeParse(values).success) return null;
  if (values["source"] === "template" && chosenTemplate(values["template"]).fault !== null) return null;
  const mass = massOf(values);
  return smsCalls.smsPreview.body.safeParse(mass).success ? mass : null;
}
