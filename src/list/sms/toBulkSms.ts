import * as z from "zod/mini";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { getVariableValue } from "../../../adapters/contract/smsText.ts";
import type { FormValues } from "../../../machines/formValues.ts";
import { parseListAudience } from "./listAudience.ts";
import { parseTemplateChoice } from "./templateChoice.ts";

/** The list that the server has read from a file. */
export const recipientFile = z.object({ id: z.string(), fileName: z.string(), found: z.int() });

type BulkSms = z.input<typeof smsCalls.smsPreview.body>;

const bulkSmsSchema = z.object({
  type: z.enum(["notice", "marketing"]),
  source: z.enum(["template", "own"]),
  signature: z.string(),
  content: z.string(),
  scope: z.enum(["all", "companies", "users", "file", "selected", "result"]),
  companyIds: z.array(z.string()),
  userIds: z.array(z.string()),
  recipients: z.nullable(recipientFile),
  roles: z.array(z.enum(["owner", "manager", "pilot", "viewer"])),
});

type Target = BulkSms["target"];

/** The recipients; a list's are sent as its conditions, which the server applies. */
function toTarget(values: FormValues): Target {
  const { scope, companyIds, userIds, recipients, roles } = bulkSmsSchema.parse(values);
  const rolePart = roles.length > 0 ? { roles } : {};
  if (scope === "users") return { userIds };
  if (scope === "file") return recipients ? { listId: recipients.id } : { userIds };
  if (scope === "all") return { all: true, ...rolePart };
  if (scope === "companies") return { companyIds, ...rolePart };
  const list = parseListAudience(values["list"]);
  if (!list) throw new Error(`the recipients are ${scope} of no list`);
  const { kind, ids, conditions } = list;
  // Cast of the conditions: they are the list call's own, and the call's schema is applied to them before they are sent.
  const target: Target =
    kind === "company"
      ? scope === "selected"
        ? { companyIds: ids }
        : { companies: conditions as Target["companies"] }
      : scope === "selected"
        ? { userIds: ids }
        : { users: conditions as Target["users"] };
  return { ...target, ...rolePart };
}

/** Converts form values to the request; throws if they do not fit. */
export function toBulkSms(values: FormValues): BulkSms {
  const { type, source, signature, content } = bulkSmsSchema.parse(values);
  const { code, variables, params } = parseTemplateChoice(values["template"]);
  const filledParams = Object.fromEntries(
    variables.map((name) => [name, getVariableValue(params, name).trim()]),
  );
  return {
    type,
    ...(source === "own"
      ? { ...(signature === "" ? {} : { signature }), content: content.trim() }
      : { templateCode: code, params: filledParams }),
    target: toTarget(values),
  };
}

/** The same, but null if something is missing. */
export function tryBulkSms(values: FormValues): BulkSms | null {
  if (!bulkSmsSchema.safeParse(values).success) return null;
  if (values["source"] === "template" && parseTemplateChoice(values["template"]).error !== null) return null;
  const bulkSms = toBulkSms(values);
  return smsCalls.smsPreview.body.safeParse(bulkSms).success ? bulkSms : null;
}
