/** How programs write figures that are none: NaN, -Infinity, inf, -nan(ind), 1.#QNAN. */
const nonNumber = String.raw`[+-]?(?:nan(?:\(\w*\))?|inf(?:inity)?|\d\.#\w+)(?![\w.])`;
const mayHaveOne = new RegExp(String.raw`[:,[\s]${nonNumber}`, "i");

/**
 * JSON as a device sent it, with null for each figure that is none: JSON has no word for it, and one unknown value would
 * otherwise take all others of its message along. What stands in a text stays.
 */
export function nullNonNumbers(json: Uint8Array): Uint8Array {
  // One character a byte: quotes and figures are the same in UTF-8.
  const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString("latin1");
  if (!mayHaveOne.test(text)) return json;
  const token = new RegExp(String.raw`"|(?<![\w.])${nonNumber}`, "gi");
  const parts: string[] = [];
  let from = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    if (found[0] === '"') {
      token.lastIndex = findTextEnd(text, token.lastIndex);
      continue;
    }
    parts.push(text.slice(from, found.index), "null");
    from = token.lastIndex;
  }
  return Buffer.from(parts.join("") + text.slice(from), "latin1");
}

/** The place after the quote that ends a text; the end of all where there is none. */
function findTextEnd(text: string, start: number): number {
  for (let at = start; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
}
