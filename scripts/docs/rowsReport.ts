import type { RowMark } from "./rowMarks.ts";

/** One row of the specification's table of testable rows. */
interface Row {
  readonly number: number;
  readonly area: string;
  readonly text: string;
}

interface RowsReport {
  readonly lines: readonly string[];
  /** Marks that name a row which is not there. */
  readonly unknown: readonly string[];
}

const nameOf = (number: number) => `R-${String(number).padStart(3, "0")}`;
const placeOf = ({ file, title }: RowMark) => (title ? `${file}: ${title}` : file);

/** The rows of the specification's table: `R-012 | area | what must be true | …`. */
function rowsOf(table: string): Row[] {
  return [...table.matchAll(/^R-(\d{3}) \| (\w+) \| (.+?) \| /gm)].map(
    ([, number, area = "", text = ""]) => ({
      number: Number(number),
      area,
      text: text.replace(/^\[two readings\] /, ""),
    }),
  );
}

/** The table of the specification's calls: contract.test.ts holds each line to an answer of state 0. */
const callsTable = "tests/spec/specifiedCalls.ts";

/** The two proofs that a call needs, and which marks are each. */
const callProofs: readonly { readonly lacks: string; readonly is: (mark: RowMark) => boolean }[] = [
  { lacks: "a test that it answers rightly", is: ({ file }) => file === callsTable },
  {
    lacks: "a browser test in whose title it stands: sent by a screen",
    is: ({ file, titled }) => file.startsWith("tests/e2e/") && titled === true,
  },
];

/** Every row with the tests that prove it, then those that nothing proves, then both counts. */
export function rowsReport(table: string, marks: readonly RowMark[]): RowsReport {
  const rows = rowsOf(table);
  const marksOf = (row: Row) => marks.filter(({ rows: of, issue }) => !issue && of.includes(row.number));
  const places = (row: Row) => new Set(marksOf(row).map(placeOf));
  const isCall = (row: Row) =>
    marks.some(({ file, rows: of }) => file === callsTable && of.includes(row.number));
  const lacking = (row: Row) =>
    isCall(row)
      ? callProofs.filter(({ is }) => !marksOf(row).some(is)).map(({ lacks }) => `      lacks ${lacks}`)
      : [];
  const isProven = (row: Row) => marksOf(row).length > 0 && lacking(row).length === 0;
  const heading = ({ number, area, text }: Row) =>
    `${nameOf(number)} ${area.padEnd(10)} ${text.length > 110 ? `${text.slice(0, 109)}…` : text}`;
  const waiting = (row: Row) => {
    const mark = marks.find(({ rows: of, issue }) => issue && of.includes(row.number));
    return mark ? [`      still to come with issue ${mark.issue}`] : [];
  };
  const [held, open] = [rows.filter(isProven), rows.filter((row) => !isProven(row))];
  const known = new Set(rows.map(({ number }) => number));
  return {
    lines: [
      ...held.flatMap((row) => [heading(row), ...[...places(row)].map((place) => `      ${place}`)]),
      "",
      ...(open.length > 0
        ? [
            "Unproven:",
            ...open.flatMap((row) => [
              heading(row),
              ...(waiting(row).length > 0 ? waiting(row) : lacking(row)),
            ]),
            "",
          ]
        : []),
      `${held.length} of ${rows.length} rows are proven, ${open.length} are not.`,
    ],
    unknown: marks.flatMap((mark) =>
      mark.rows.filter((row) => !known.has(row)).map((row) => `${nameOf(row)} is no row: ${placeOf(mark)}`),
    ),
  };
}
