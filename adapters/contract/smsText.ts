/** The platform's own signature, of a text that follows no template unless another is chosen. */
export const smsSignature = "低空服务平台";
/** What every marketing message ends with, as the operators demand it. */
export const declineNotice = "拒收请回复R";

/** Names of the variables of a template's text, in their order, each once: `${code}` is `code`. */
export const variablesOf = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => name)),
];

type Values = Readonly<Record<string, string | undefined>>;

/** A variable's value, which may be called as what every object has; empty without one. */
export const variableValue = (values: Values, name: string): string =>
  (Object.hasOwn(values, name) && values[name]) || "";

/** The variables of a template's text that have no value, in their order. */
export const missingVariables = (text: string, values: Values): readonly string[] =>
  variablesOf(text).filter((name) => !variableValue(values, name).trim());

/** A template's text with its variables filled; one without a value stays as it is. */
export const filledText = (text: string, values: Values): string =>
  text.replace(/\$\{(\w+)\}/g, (variable, name: string) => variableValue(values, name) || variable);
/** A message as it reaches the phone: the signature before it, the way out behind it where it advertises. */
export function smsContent(signature: string, text: string, marketing: boolean): string {
  const notice = marketing && !text.endsWith(declineNotice) ? `，${declineNotice}` : "";
  return `【${signature}】${text}${notice}`;
}

/** Signatures that a text of one's own may carry: the platform's, and those of approved templates, each once. */
export const signaturesOf = (
  templates: readonly { readonly signature: string; readonly approved: boolean }[],
): readonly string[] => [
  ...new Set([
    smsSignature,
    ...templates.filter(({ approved }) => approved).map(({ signature }) => signature),
  ]),
];
