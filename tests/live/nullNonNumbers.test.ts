import { expect, test } from "vitest";
import { nullNonNumbers } from "../../server/telemetry/ingest/nullNonNumbers.ts";

const read = (json: string) => Buffer.from(nullNonNumbers(Buffer.from(json))).toString();

test.each([
  ['{"a":NaN,"b":1}', '{"a":null,"b":1}'],
  ['{"a": -Infinity ,"b":[nan,inf,-nan(ind)]}', '{"a": null ,"b":[null,null,null]}'],
  ['{"a":1.#QNAN,"b":-1.#IND00,"c":+INF}', '{"a":null,"b":null,"c":null}'],
  ["[\nNaN\n]", "[\nnull\n]"],
  // Texts stay, whatever is in them.
  ['{"sn":"A:NaN,","a":NaN}', '{"sn":"A:NaN,","a":null}'],
  [String.raw`{"sn":"q\",NaN\\","a":NaN}`, String.raw`{"sn":"q\",NaN\\","a":null}`],
  ['{"原因":"信号 NaN，返航","a":NaN}', '{"原因":"信号 NaN，返航","a":null}'],
  // What is wrong otherwise stays wrong.
  ['{"a":NaNs,"b":Informed}', '{"a":NaNs,"b":Informed}'],
  ['{"a":NaN,"b":"open', '{"a":null,"b":"open'],
])("of %s is left %s", (json, expected) => {
  expect(read(json)).toBe(expected);
});

test("what has none is not copied", () => {
  const bytes = Buffer.from('{"droneSn":"INF-1","a":1e5}');
  expect(nullNonNumbers(bytes)).toBe(bytes);
});

test("an endless text takes as long as a long one", () => {
  const json = `[NaN,${String.raw`"\"`.repeat(1_000_000)}`;
  const from = performance.now();
  expect(read(json)).toHaveLength(json.length + 1);
  expect(performance.now() - from).toBeLessThan(2_000);
});
