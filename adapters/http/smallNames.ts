type Fields = Readonly<Record<string, unknown>>;

/** Names that tell a record, a list or an envelope of a platform that begins names with a capital, as .NET and Go do. */
const capitalNames: ReadonlySet<string> = new Set(
  "ID Id State Code Success Message Msg Data Token Items List Rows Records Total Type TaskId TaskID Roles".split(
    " ",
  ),
);
/** Names without which an object of texts alone holds words by their keys. */
const recordNames: ReadonlySet<string> = new Set(
  "ID Id Name Value Url URL Image Mac MAC Token Message Date Day Time CreatedAt Lng Lat Type".split(" "),
);

/**
 * An answer with the names of its fields as the specification writes them, of a platform that begins all of them with a
 * capital, or some, as `ID` and `CreatedAt` beside others. The keys of a dictionary are values and stay.
 */
export function withSmallNames(value: unknown, isWithin = false): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => withSmallNames(one, isWithin));
  if (!isFields(value)) return value;
  const names = Object.keys(value);
  const hasRecordName = names.some((name) => recordNames.has(name));
  const isDictionary = !hasRecordName && Object.values(value).every((one) => typeof one === "string");
  const isCapital =
    !isDictionary && (isWithin || hasRecordName || names.some((name) => capitalNames.has(name)));
  const entries = Object.entries(value).map(([name, one]) => {
    const small = toSmallName(name);
    // A name that is there as it should be comes first.
    const isFree = isCapital && !Object.hasOwn(value, small);
    return [isFree ? small : name, withSmallNames(one, isCapital)] as const;
  });
  return Object.fromEntries(entries);
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** `ID` as `id`, `CreatedAt` as `createdAt`, `CompanyID` as `companyId`. */
const toSmallName = (name: string): string =>
  name
    .replace(/^(?:[A-Z]+(?=[A-Z][a-z]|$)|[A-Z])/, (start) => start.toLowerCase())
    .replace(/[A-Z]{2,}$/, (end) => end.charAt(0) + end.slice(1).toLowerCase());
