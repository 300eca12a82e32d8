/** The platform's own signature, the default for free text. */
export const smsSignature = "低空服务平台";
/** Opt-out notice at the end of every marketing message, required by the operators. */
export const optOutNotice = "拒收请回复R";

/** Variable names in a template's text, in order and without duplicates: `${code}` is `code`. */
export const extractVariables = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => name)),
];

type TemplateValues = Readonly<Record<string, string | undefined>>;

/** Returns a variable's value, or an empty string. Own properties only: a name like `constructor` is allowed. */
export const getVariableValue = (values: TemplateValues, name: string): string =>
  (Object.hasOwn(values, name) && values[name]) || "";

/** Variables of a template's text without a value, in order. */
export const findMissingVariables = (text: string, values: TemplateValues): readonly string[] =>
  extractVariables(text).filter((name) => !getVariableValue(values, name).trim());

/** Fills in the variables of a template's text; variables without a value remain. */
export const renderTemplate = (text: string, values: TemplateValues): string =>
  text.replace(/\$\{(\w+)\}/g, (variable, name: string) => getVariableValue(values, name) || variable);

/** Builds the message as sent: signature first, and the opt-out notice last if it is marketing. */
export function buildSmsContent(signature: string, text: string, marketing: boolean): string {
  const optOutSuffix = marketing && !text.endsWith(optOutNotice) ? `，${optOutNotice}` : "";
  return `【${signature}】${text}${optOutSuffix}`;
}

/** Signatures allowed for free text: the platform's, and those of approved templates, without duplicates. */
export const listSignatures = (
  templates: readonly { readonly signature: string; readonly approved: boolean }[],
): readonly string[] => [
  ...new Set([
    smsSignature,
    ...templates.filter(({ approved }) => approved).map(({ signature }) => signature),
  ]),
];
