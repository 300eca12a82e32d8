/** Says that a service ends soon. */
export const expiryTemplateCode = "NOTICE_SERVICE_END";

/** What the platform itself sends by a template: the variables it fills in. */
const builtInVariables: Readonly<Record<string, readonly string[]>> = {
  [expiryTemplateCode]: ["service", "days"],
};

/** Of a verification code it fills in this one, whatever the template. */
const verifyVariables = ["code"];

/** Whether the platform itself sends by the template of this code. */
export const isBuiltIn = (code: string): boolean => Object.hasOwn(builtInVariables, code);

/** The variables that are filled in by themselves; null where whoever sends fills them in. */
export const getAutoFilledVariables = (code: string, type: string): readonly string[] | null =>
  type === "verify" ? verifyVariables : (builtInVariables[code] ?? null);
