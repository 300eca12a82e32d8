import fc from "fast-check";

const size = fc.constantFrom(1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000);

const hostileWords = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "length",
  "\\u0000",
  "\\ud800",
  "\\udfff\\ud800",
  "%00",
  "%",
  "' or 1=1 --",
  "\\u202e",
  "9".repeat(40),
  "../../etc/passwd",
  "",
] as const;

const dates = [
  '"0000-00-00"',
  '"275760-09-13T00:00:00.001Z"',
  '"+275760-09-13T00:00:00.000Z"',
  '"-271821-04-20T00:00:00.000Z"',
  '"9999-12-31T23:59:60Z"',
  '"2026-02-30T24:00:00+99:99"',
] as const;
const numbers = ["1e309", "-1e309", "1e-400", "-0", "9007199254740993", "2147483648", "0.1e1", "-1"] as const;
const brokenNumbers = ["NaN", "Infinity", "undefined", "0x10", "01", "+1", ".5", "1_000"] as const;
const literals = ["null", "true", "false", "[]", "{}", "[[]]", '[{"a":[]}]', '""', '" "', "0"] as const;

const quote = (word: string) => `"${word}"`;
const repeat = (count: number, write: (turn: number) => string) =>
  Array.from({ length: count }, (_, turn) => write(turn)).join(",");
/** Keeps what is written from `count` parts of that length below 1.5 MB, just above the limit of a body. */
const limitCount = (count: number, length: number) => Math.min(count, Math.ceil(1_500_000 / length));

const word = fc.constantFrom(...hostileWords);
const small = fc.oneof(
  { weight: 2, arbitrary: word.map(quote) },
  fc.constantFrom(...dates, ...numbers, ...literals),
  fc.tuple(word, word).map(([name, text]) => `{${quote(name)}:${quote(text)}}`),
);

const large = fc.oneof(
  fc
    .tuple(size, fc.constantFrom(["[", "]"], ['{"a":', "}"], ['[{"__proto__":', "}]"]), small)
    .map(([depth, [open = "", close = ""], core]) => {
      const count = limitCount(depth, open.length + close.length);
      return open.repeat(count) + core + close.repeat(count);
    }),
  fc.tuple(size, small).map(([count, item]) => `[${repeat(limitCount(count, item.length + 1), () => item)}]`),
  fc
    .tuple(size, small)
    .map(
      ([count, item]) => `{${repeat(limitCount(count, item.length + 9), (turn) => `"k${turn}":${item}`)}}`,
    ),
  fc.tuple(size, small).map(([length, item]) => `{"${"键".repeat(length)}":${item}}`),
  fc
    .tuple(size, size)
    .map(
      ([length, count]) => `{"${"k".repeat(length)}":[${repeat(limitCount(count, 9), () => '"\\u0000"')}]}`,
    ),
  fc.tuple(size, word).map(([count, text]) => quote(text.repeat(limitCount(count, text.length + 1)))),
  size.map((length) => quote("字".repeat(length))),
  fc
    .tuple(
      size,
      fc.constantFrom(
        "{a",
        "{a:overview{flying} ",
        "<kml>",
        "<a b='&amp;'>",
        "a,b\\n",
        "\\t",
        "[[0,0],",
        "1,2 ",
      ),
    )
    .map(([count, piece]) => quote(piece.repeat(limitCount(count, piece.length)))),
  fc.constantFrom(
    quote("fragment f on Query{...f} {...f}"),
    quote("query($a:[[[[[Int]]]]]){overview(a:$a){flying @skip(if:$a)}}"),
    quote("{__schema{types{fields{type{fields{type{fields{name}}}}}}}}"),
    quote("<!DOCTYPE k [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><kml><name>&a;</name></kml>"),
  ),
  size.map((length) => "9".repeat(length)),
);

/** A hostile value as JSON text; it may be no JSON at all. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: small },
  { weight: 5, arbitrary: large },
  // Calls that take a file's text read it once more.
  { weight: 1, arbitrary: fc.oneof(small, large).map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.constantFrom(...brokenNumbers) },
  { weight: 1, arbitrary: fc.json() },
);

/** Text of an address: what `decodeURIComponent` takes, and what it does not. */
export const hostileParameter: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "%",
    "%ff",
    "%c0%af",
    "%00",
    "%ud800",
    "%ED%A0%80",
    "..%2f..%2f",
    "[]",
    "a[b]=c",
    "%2B",
    "+",
  ),
  word.map((text) => encodeURIComponent(text)),
  fc.string({ unit: "binary" }).map((text) => encodeURIComponent(text.toWellFormed())),
  size.map((length) => "9".repeat(length)),
);

/** A body of a multipart call with the boundary `x`. */
export const hostileMultipart: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(fc.constantFrom("file", "", ...hostileWords), word, size)
    .map(([field, fileName, length]) => writePart(field, fileName, "k".repeat(length))),
  size.map((count) => repeat(limitCount(count, 120), () => writePart("a", "b", "c"))),
  size.map((length) => writePart("file", "n".repeat(length), "c")),
  fc.tuple(size, hostileJson).map(([length, text]) => `--x\r\n${"H".repeat(length)}: 1\r\n\r\n${text}`),
  fc.constantFrom("--x", "--x--", "--x\r\n\r\n--x--", "\r\n", ""),
);

const writePart = (field: string, fileName: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\n\r\n${content}\r\n--x--\r\n`;
