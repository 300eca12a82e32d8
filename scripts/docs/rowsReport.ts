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

/** Every row with the tests that prove it, then those that nothing proves, then both counts. */
export function rowsReport(table: string, marks: readonly RowMark[]): RowsReport {
  const rows = rowsOf(table);
  const proven = (row: Row) =>
    new Set(
      marks.filter(({ rows: of, issue }) => !issue && of.includes(row.number)).map((mark) => placeOf(mark)),
    );
  const heading = ({ number, area, text }: Row) =>
    `${nameOf(number)} ${area.padEnd(10)} ${text.length > 110 ? `${text.slice(0, 109)}…` : text}`;
  const waiting = (row: Row) => {
    const mark = marks.find(({ rows: of, issue }) => issue && of.includes(row.number));
    return mark ? [`      still to come with issue ${mark.issue}`] : [];
  };
  const [held, open] = [
    rows.filter((row) => proven(row).size > 0),
    rows.filter((row) => proven(row).size === 0),
  ];
  const known = new Set(rows.map(({ number }) => number));
  return {
    lines: [
      ...held.flatMap((row) => [heading(row), ...[...proven(row)].map((place) => `      ${place}`)]),
      "",
      ...(open.length > 0
        ? ["Unproven:", ...open.flatMap((row) => [heading(row), ...waiting(row)]), ""]
        : []),
      `${held.length} of ${rows.length} rows are proven, ${open.length} are not.`,
    ],
    unknown: marks.flatMap((mark) =>
      mark.rows.filter((row) => !known.has(row)).map((row) => `${nameOf(row)} is no row: ${placeOf(mark)}`),
    ),
  };
}
