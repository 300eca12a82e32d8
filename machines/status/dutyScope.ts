/** What a desk on duty watches: everything, or companies by their ids or regions by their codes. */
export interface DutyScopeLike {
  readonly by: "all" | "company" | "region";
  readonly items: readonly { readonly id: string }[];
}

/** Whose it is and where, as far as that is known. */
export interface ScopedLike {
  readonly companyId: string | null;
  /** Code of a county, or of the city or province where no more is known. */
  readonly regionId: string | null;
}

/** What all codes of a region begin with: `610000` and `611000` stand for their cities and counties. */
const toCodePrefix = (code: string): string => code.replace(/(?:00){1,2}$/, "");

/** All that codes of regions may begin with: of provinces, cities and counties. */
const prefixLengths = [2, 4, 6];

/**
 * What tells whether one of the desks watches it, for many at once: the scopes are read once. What nobody can tell to be
 * outside concerns every desk.
 */
export function createScopeTest(scopes: readonly DutyScopeLike[]): (one: ScopedLike) => boolean {
  if (scopes.some(({ by }) => by === "all")) return () => true;
  const list = (what: DutyScopeLike["by"]) =>
    scopes.filter(({ by }) => by === what).map(({ items }) => items.map(({ id }) => id));
  const [byCompany, byRegion] = [list("company"), list("region")];
  const companyIds = new Set(byCompany.flat());
  const prefixes = new Set(byRegion.flat().map(toCodePrefix));
  /** Of which a part is watched. */
  const around = new Set(
    [...prefixes].flatMap((prefix) => prefixLengths.map((length) => prefix.slice(0, length))),
  );
  const isCompanyIn = (id: string | null) => byCompany.length > 0 && (id === null || companyIds.has(id));
  const isRegionIn = (code: string | null) =>
    byRegion.length > 0 &&
    (code === null ||
      around.has(toCodePrefix(code)) ||
      prefixLengths.some((length) => prefixes.has(code.slice(0, length))));
  return ({ companyId, regionId }) => isCompanyIn(companyId) || isRegionIn(regionId);
}

/** Whether a desk watches it, by the rule of `createScopeTest`. */
export const isInScope = (scope: DutyScopeLike, one: ScopedLike): boolean => createScopeTest([scope])(one);

/** The same for two scopes that watch the same. */
export const toScopeKey = ({ by, items }: DutyScopeLike): string =>
  [by, ...items.map(({ id }) => id).sort((a, b) => a.localeCompare(b))].join(" ");

/** A desk on duty, as far as it decides who may acknowledge. */
interface DeskLike {
  readonly staffId: string;
  readonly staffName: string;
  readonly scope: DutyScopeLike;
}

/** Why somebody may not acknowledge these alarms: only who is on duty for each of them may. Null where they may. */
export function refuseActing(
  desks: readonly DeskLike[],
  staffId: string,
  alarms: readonly ScopedLike[],
): string | null {
  if (desks.length === 0) return "当前无人值班，请先接班再确认告警";
  const own = desks.find((desk) => desk.staffId === staffId);
  const outside = alarms.find((alarm) => !own || !isInScope(own.scope, alarm));
  if (!outside) return null;
  const watching = desks.filter(({ scope }) => isInScope(scope, outside));
  if (watching.length > 0)
    return `请值班人员确认，当前值班 ${watching.map(({ staffName }) => staffName).join("、")}`;
  return own
    ? "这条告警不在任何席位的值守范围内，请先调整值守范围再确认"
    : "这条告警不在任何席位的值守范围内，请接班值守后再确认";
}
