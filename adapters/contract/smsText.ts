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

/** Fields that a bulk SMS fills in for each recipient: written as `{企业名称}`, also as the value of a variable. */
export const mergeFields = {
  name: "姓名",
  company: "企业名称",
  service: "服务名称",
  days: "剩余天数",
  manager: "客户经理",
} as const;
export type MergeField = keyof typeof mergeFields;

/** A merge field as it is written in a text. */
export const toMergeToken = (field: MergeField): string => `{${mergeFields[field]}}`;

const mergeNames = new Map<string, MergeField>([
  [mergeFields.name, "name"],
  [mergeFields.company, "company"],
  [mergeFields.service, "service"],
  [mergeFields.days, "days"],
  [mergeFields.manager, "manager"],
]);
/** Chinese words in braces: a merge field, or one that was meant as such. */
const mergePattern = /\{([\u4e00-\u9fff]{1,8})\}/g;

/** The merge fields of a text, without duplicates. */
export function findMergeFields(text: string): { fields: readonly MergeField[] } {
  const tokens = new Set([...text.matchAll(mergePattern)].map(([, name = ""]) => name));
  return { fields: [...tokens].flatMap((name) => mergeNames.get(name) ?? []) };
}

/** Fills in the merge fields of a text in one pass: a value is never taken for a field. */
export const mergeText = (text: string, values: Readonly<Record<MergeField, string>>): string =>
  text.replace(mergePattern, (token, name: string) => {
    const field = mergeNames.get(name);
    return field === undefined ? token : values[field];
  });

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
