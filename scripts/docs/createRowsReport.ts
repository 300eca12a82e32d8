import type { RowMark } from "./rowMarks.ts";

/** One row of the specification's table of testable rows. */
interface Row {
  readonly number: number;
  readonly area: string;
  readonly text: string;
}

interface RowsReport {
  readonly lines: readonly string[];
  /** Marks with a row that does not exist. */
  readonly unknown: readonly string[];
}

const formatRowNumber = (number: number) => `R-${String(number).padStart(3, "0")}`;
const formatPlace = ({ file, title }: RowMark) => (title ? `${file}: ${title}` : file);

/** Parses the specification's table: `R-012 | area | what must be true | …`. */
function parseRows(table: string): Row[] {
  return [...table.matchAll(/^R-(\d{3}) \| (\w+) \| (.+?) \| /gm)].map(
    ([, number, area = "", text = ""]) => ({
      number: Number(number),
      area,
      text: text.replace(/^\[two readings\] /, ""),
    }),
  );
}

/** The specification's calls; contract.test.ts checks that each returns state 0. */
const specifiedCallsFile = "tests/spec/specifiedCalls.ts";

/** The two proofs that a call needs, with the marks that count for each. */
const callProofs: readonly { readonly lacks: string; readonly is: (mark: RowMark) => boolean }[] = [
  { lacks: "a test that it succeeds", is: ({ file }) => file === specifiedCallsFile },
  {
    lacks: "a browser test that sends it and names the row in its title",
    is: ({ file, isInTestTitle }) => file.startsWith("tests/e2e/") && isInTestTitle === true,
  },
];

/** Lists the proven rows with their tests, then the unproven rows, then both counts. */
export function createRowsReport(table: string, marks: readonly RowMark[]): RowsReport {
  const rows = parseRows(table);
  const getMarks = (row: Row) =>
    marks.filter(({ rows: numbers, issue }) => !issue && numbers.includes(row.number));
  const getPlaces = (row: Row) => new Set(getMarks(row).map(formatPlace));
  const isCall = (row: Row) =>
    marks.some(({ file, rows: numbers }) => file === specifiedCallsFile && numbers.includes(row.number));
  const formatMissing = (row: Row) =>
    isCall(row)
      ? callProofs.filter(({ is }) => !getMarks(row).some(is)).map(({ lacks }) => `      lacks ${lacks}`)
      : [];
  const isProven = (row: Row) => getMarks(row).length > 0 && formatMissing(row).length === 0;
  const formatHeading = ({ number, area, text }: Row) =>
    `${formatRowNumber(number)} ${area.padEnd(10)} ${text.length > 110 ? `${text.slice(0, 109)}…` : text}`;
  const formatWaiting = (row: Row) => {
    const mark = marks.find(({ rows: numbers, issue }) => issue && numbers.includes(row.number));
    return mark ? [`      still to come with issue ${mark.issue}`] : [];
  };
  const [proven, unproven] = [rows.filter(isProven), rows.filter((row) => !isProven(row))];
  const knownNumbers = new Set(rows.map(({ number }) => number));
  return {
    lines: [
      ...proven.flatMap((row) => [
        formatHeading(row),
        ...[...getPlaces(row)].map((place) => `      ${place}`),
      ]),
      "",
      ...(unproven.length > 0
        ? [
            "Unproven:",
            ...unproven.flatMap((row) => [
              formatHeading(row),
              ...(formatWaiting(row).length > 0 ? formatWaiting(row) : formatMissing(row)),
            ]),
            "",
          ]
        : []),
      `${proven.length} of ${rows.length} rows are proven, ${unproven.length} are not.`,
    ],
    unknown: marks.flatMap((mark) =>
      mark.rows
        .filter((row) => !knownNumbers.has(row))
        .map((row) => `${formatRowNumber(row)} is no row: ${formatPlace(mark)}`),
    ),
  };
}
