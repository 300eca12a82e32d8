import { parseRowNumbers } from "../../scripts/docs/rowMarks.ts";
import { implementedCalls } from "../spec/specifiedCalls.ts";

/**
 * The calls whose rows stand in a test's title (`R-085`) and which its pages have not sent. A row in a title is what
 * `npm run rows` takes as proof that a screen sends the call.
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
