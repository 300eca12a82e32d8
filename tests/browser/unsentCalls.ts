import { rowsIn } from "../../scripts/docs/rowMarks.ts";
import { builtCalls } from "../spec/specifiedCalls.ts";

/**
 * The calls whose rows stand in a test's title (`R-085`) and which its pages have not sent. A row in a title is what
 * `npm run rows` takes as proof that a screen sends the call.
 * @param sent requests as `METHOD /path`
 */
export function unsentCalls(title: string, sent: readonly string[]): string[] {
  const rows = rowsIn(title);
  return builtCalls
    .filter(({ row }) => rows.includes(Number(row.slice(2))))
    .filter(({ call }) => {
      const [method = "", path = ""] = call.split(" ");
      const form = new RegExp(`^${method} .*${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
      return !sent.some((request) => form.test(request));
    })
    .map(({ row, call }) => `${row} ${call}`);
}
