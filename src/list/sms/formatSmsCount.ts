import { countSmsParts } from "../../../adapters/contract/countSmsParts.ts";

/** The number of SMS a message is charged as; an emoji counts as two characters. */
export function formatSmsCount(content: string): string {
  const { units, parts } = countSmsParts(content);
  return `连同签名共 ${units} 字，计费 ${parts} 条；70 字以内 1 条，超过后每 67 字 1 条`;
}
