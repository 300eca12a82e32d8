import { parseRowNumbers } from "../../scripts/docs/rowMarks.ts";
import { implementedCalls } from "../spec/specifiedCalls.ts";

/**
 * Returns the calls whose specification row is in the test's title (`R-085`) but that its pages did not send.
 * `npm run rows` takes a row in a title as proof that a screen sends the call.
 * @param sent requests as `METHOD /path`
 */
export function findUnsentCalls(title: string, sent: readonly string[]): string[] {
  const rows = parseRowNumbers(title);
  return implementedCalls
    .filter(({ row }) => rows.includes(Number(row.slice(2))))
    .filter(({ call }) => {
      const [method = "", path = ""] = call.split(" ");
      const pattern = new RegExp(`^${method} .*${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
      return !sent.some((request) => pattern.test(request));
    })
    .map(({ row, call }) => `${row} ${call}`);
}
