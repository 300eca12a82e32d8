/** A field that is not as expected. */
export interface Finding {
  /** As `data.list[].id`. */
  readonly field: string;
  readonly expected: string;
  readonly came: string;
}

export type Outcome = "passed" | "differs" | "not tried";

/** What one call of the specification, or one rule of its socket, came to. */
export interface Result {
  /** Row of the specification. */
  readonly row: string;
  readonly what: string;
  readonly outcome: Outcome;
  /** What the console cannot use. */
  readonly differences: readonly Finding[];
  /** What the console can do without, or shows as it came. */
  readonly notes: readonly Finding[];
  /** Why it was not tried, or what was asked in place of a real record; else empty. */
  readonly remark: string;
}

export const differs = (row: string, what: string, difference: Finding): Result => ({
  row,
  what,
  outcome: "differs",
  differences: [difference],
  notes: [],
  remark: "",
});

export const notTried = (row: string, what: string, remark: string): Result => ({
  row,
  what,
  outcome: "not tried",
  differences: [],
  notes: [],
  remark,
});

const formatFinding = ({ field, expected, came }: Finding) =>
  `    ${field}: expected ${expected}, came ${came}`;

/** Missing fields of the same rows are named in one line. */
function formatNotes(notes: readonly Finding[]): readonly string[] {
  const missing = notes.filter(({ field, came }) => came === "nothing" && field !== "state");
  const others = notes.filter((note) => !missing.includes(note));
  const byPlace = Map.groupBy(missing, ({ field }) => field.slice(0, field.lastIndexOf(".")));
  return [
    ...[...byPlace].map(
      ([place, found]) =>
        `    shown as empty, ${place}: ${found.map(({ field }) => field.slice(place.length + 1)).join(", ")}`,
    ),
    ...others.map(({ field, expected, came }) =>
      field === "state"
        ? came === "nothing"
          ? "    taken for done without a state"
          : `    read in place of the state: ${came}`
        : `    shown as it is, ${field}: ${came} is not ${expected}`,
    ),
  ];
}

const formatResult = ({ row, what, outcome, differences, notes, remark }: Result): readonly string[] => [
  `${row}  ${outcome.padEnd(9)}  ${what}${remark && ` (${remark})`}`,
  ...differences.map(formatFinding),
  ...formatNotes(notes),
];

/** The report by row, and its totals in the last line. */
export function formatReport(results: readonly Result[]): readonly string[] {
  const count = (wanted: Outcome) => results.filter(({ outcome }) => outcome === wanted).length;
  return [
    ...results.toSorted((a, b) => a.row.localeCompare(b.row)).flatMap(formatResult),
    `${count("passed")} passed, ${count("differs")} differ, ${count("not tried")} not tried`,
  ];
}
