import { lookUp } from "./lookUp.ts";
import { type MergeField, mergeFields, toMergeToken } from "./smsText.ts";

/** Names of values in Chinese, as other gateways' templates have them, with the variable of this platform. */
const chineseNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(mergeFields).map(([variable, name]) => [name, variable])),
  验证码: "code",
  企业: "company",
  服务: "service",
  天数: "days",
  时间: "time",
};

/**
 * Placeholders as gateways and programs write them: `${name}`, `{1}`, `{name}`, `{{name}}`, `#name#`, `%s`, `%1$s`,
 * `%05d`, `%(name)s`, `%name%`, `@1@`, `$name`, `$(name)`, `[name]`, `<name>`, also in full width, and `${name` without
 * its end. Between # signs only names: `3#楼4#楼` has none; in brackets only small letters: `[VIP]` is a text.
 */
const placeholderPattern = new RegExp(
  [
    String.raw`[$＄][{｛]([^{}｛｝]{0,32})[}｝]`,
    String.raw`[{｛]{1,2}([^{}｛｝]{0,32})[}｝]{1,2}`,
    String.raw`[#＃]([A-Za-z_]\w{0,31}|${Object.keys(chineseNames).join("|")})[#＃]`,
    String.raw`[%％](?:\d{1,2}\$|\(([A-Za-z_]\w{0,31})\))?[-+]?\d{0,2}[sd](?![A-Za-z])`,
    String.raw`[%％]([A-Za-z_]\w{0,31})[%％]`,
    String.raw`[@＠](\w{1,32})[@＠]`,
    String.raw`[$＄][({（｛]?([A-Za-z_]\w{0,31})[)）$＄]?`,
    String.raw`[[［]([a-z_][a-z\d_]{0,31})[\]］]`,
    String.raw`[<＜]([a-z_][a-z\d_]{0,31})[>＞]`,
  ].join("|"),
  "gu",
);

interface Placeholder {
  readonly token: string;
  /** The variable that was probably meant; empty if the placeholder names none. */
  readonly variable: string;
}

const findPlaceholders = (text: string): readonly Placeholder[] =>
  [...new Map([...text.matchAll(placeholderPattern)].map((match) => [match[0], match])).values()].map(
    ([token, ...groups]) => {
      const name = groups.find((group) => group !== undefined)?.trim() ?? "";
      const variable = lookUp(chineseNames, name) ?? name;
      return { token, variable: variable && /^[A-Za-z_]\w{0,31}$/.test(variable) ? variable : "" };
    },
  );

const isMergeField = (name: string): name is MergeField => Object.hasOwn(mergeFields, name);
const mergeTokens: ReadonlySet<string> = new Set(
  Object.keys(mergeFields).filter(isMergeField).map(toMergeToken),
);

const describe = (tokens: readonly string[], forms: readonly string[]) =>
  `占位符 ${tokens.join("、")} 不会被替换，请改写为 ${[...new Set(forms)].join("、")}`;

/** Why a template's text is refused: placeholders of another gateway, with the right form; null if it has none. */
export function findTemplatePlaceholderError(text: string): string | null {
  const foreign = findPlaceholders(text).filter(
    ({ token }) => !/^\$\{\w{1,32}\}$/.test(token) && !mergeTokens.has(token),
  );
  if (foreign.length === 0) return null;
  return describe(
    foreign.map(({ token }) => token),
    foreign.map(({ variable }) => `\${${variable || "name"}}`),
  );
}

/** The same for the text of a bulk SMS, whose only placeholders are merge fields such as `{姓名}`. */
export function findBulkPlaceholderError(text: string): string | null {
  const foreign = findPlaceholders(text).filter(({ token }) => !mergeTokens.has(token));
  if (foreign.length === 0) return null;
  const forms = foreign.map(({ variable }) => (isMergeField(variable) ? toMergeToken(variable) : null));
  if (forms.some((form) => form === null))
    return `没有合并字段 ${foreign.map(({ token }) => token).join("、")}，可用：${[...mergeTokens].join("、")}`;
  return describe(
    foreign.map(({ token }) => token),
    forms.map((form) => form ?? ""),
  );
}
