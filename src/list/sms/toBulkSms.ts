import * as z from "zod/mini";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { getVariableValue } from "../../../adapters/contract/smsText.ts";
import type { FormValues } from "../../../machines/formValues.ts";
import { parseTemplateChoice } from "./templateChoice.ts";

type BulkSms = z.input<typeof smsCalls.smsPreview.body>;

const bulkSmsSchema = z.object({
  type: z.enum(["notice", "marketing"]),
  source: z.enum(["template", "own"]),
  signature: z.string(),
  content: z.string(),
  scope: z.enum(["all", "companies", "users"]),
  companyIds: z.array(z.string()),
  userIds: z.array(z.string()),
  roles: z.array(z.enum(["owner", "manager", "pilot", "viewer"])),
});

/** Converts form values to the request; throws if they do not fit. */
export function toBulkSms(values: FormValues): BulkSms {
  const { type, source, signature, content, scope, companyIds, userIds, roles } = bulkSmsSchema.parse(values);
  const { code, variables, params } = parseTemplateChoice(values["template"]);
  const filledParams = Object.fromEntries(
    variables.map((name) => [name, getVariableValue(params, name).trim()]),
  );
  return {
    type,
    ...(source === "own"
      ? { signature, content: content.trim() }
      : { templateCode: code, params: filledParams }),
    target:
      scope === "users"
        ? { userIds }
        : {
            ...(scope === "all" ? { all: true } : { companyIds }),
            ...(roles.length > 0 ? { roles } : {}),
          },
  };
}

/** The same, but null if something is missing. */
export function tryBulkSms(values: FormValues): BulkSms | null {
  if (!bulkSmsSchema.safeParse(values).success) return null;
  if (values["source"] === "template" && parseTemplateChoice(values["template"]).error !== null) return null;
  const bulkSms = toBulkSms(values);
  return smsCalls.smsPreview.body.safeParse(bulkSms).success ? bulkSms : null;
}
