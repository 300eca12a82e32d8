/** The platform's own signature, of a text that follows no template unless another is chosen. */
export const smsSignature = "低空服务平台";
/** What every marketing message ends with, as the operators demand it. */
export const optOutNotice = "拒收请回复R";

/** Names of the variables of a template's text, in their order, each once: `${code}` is `code`. */
export const extractVariables = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => name)),
];

type TemplateValues = Readonly<Record<string, string | undefined>>;

/** A variable's value, which may be called as what every object has; empty without one. */
export const getVariableValue = (values: TemplateValues, name: string): string =>
  (Object.hasOwn(values, name) && values[name]) || "";

/** The variables of a template's text that have no value, in their order. */
export const findMissingVariables = (text: string, values: TemplateValues): readonly string[] =>
  extractVariables(text).filter((name) => !getVariableValue(values, name).trim());

/** A template's text with its variables filled; one without a value stays as it is. */
export const renderTemplate = (text: string, values: TemplateValues): string =>
  text.replace(/\$\{(\w+)\}/g, (variable, name: string) => getVariableValue(values, name) || variable);
/** A message as it reaches the phone: the signature before it, the way out behind it where it advertises. */
export function buildSmsContent(signature: string, text: string, marketing: boolean): string {
  const optOutSuffix = marketing && !text.endsWith(optOutNotice) ? `，${optOutNotice}` : "";
  return `【${signature}】${text}${optOutSuffix}`;
}

/** Signatures that a text of one's own may carry: the platform's, and those of approved templates, each once. */
export const listSignatures = (
  templates: readonly { readonly signature: string; readonly approved: boolean }[],
): readonly string[] => [
  ...new Set([
    smsSignature,
    ...templates.filter(({ approved }) => approved).map(({ signature }) => signature),
  ]),
];
