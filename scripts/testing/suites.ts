/** What a suite needs besides Node. */
export type Need = "nothing" | "chromium" | "postgres" | "libreoffice" | "mosquitto" | "gdal";

/** One run of vitest. */
export interface Suite {
  readonly name: string;
  /** Vitest's projects, and files if not all of theirs. */
  readonly args: readonly string[];
  /** Arguments for `npm run test:full`, if it runs other files. */
  readonly fullArgs?: readonly string[];
  readonly needs: Need;
  /** Usual duration on a quiet machine, s. A suite that takes several times as long hangs, and is ended. */
  readonly seconds: number;
  /** Usual duration in `npm run test:full`, s, if it differs. */
  readonly fullSeconds?: number;
  /** Runs in `npm run test:full` only. */
  readonly isFullOnly?: boolean;
  /** Files of failed tests, and those that were lost with their process, have a second try: a busy machine may be late. */
  readonly isRetried?: boolean;
  /** A red one ends the run. */
  readonly isGuard?: boolean;
}

const projectArgs = (...names: readonly string[]) => names.flatMap((name) => ["--project", name]);

/**
 * Contract tests that can behave differently on the embedded database and on a PostgreSQL server: driver types (every
 * call once), collation and search, locks and races, errors, backups, migrations.
 */
const databaseDependent = [
  "tests/postgres",
  "tests/contract/contract.test.ts",
  "tests/contract/backup",
  "tests/contract/database",
  "tests/contract/phone",
  "tests/contract/auth/sessionCache.test.ts",
  "tests/contract/company/companyAuditRace.test.ts",
  "tests/contract/company/companyList.test.ts",
  "tests/contract/flight",
  "tests/contract/http/idempotency.test.ts",
  "tests/contract/invoice/invoiceRaces.test.ts",
  "tests/contract/order/orderList.test.ts",
  "tests/contract/order/orderRaces.test.ts",
  "tests/contract/server/openPlatform.test.ts",
  "tests/contract/statistics",
];
const onPostgres = projectArgs("node", "mocking", "postgres");

/** Tag of what only `npm run test:full` runs. */
const fullTag = "full";
/** Tag of the few browser tests that run first. */
const smokeTag = "smoke";

/** All suites, cheap before dear. */
export const suites: readonly Suite[] = [
  {
    name: "smoke",
    args: [...projectArgs("e2e"), `--tags-filter=${smokeTag}`],
    needs: "chromium",
    seconds: 60,
    isGuard: true,
    isRetried: true,
  },
  // Players and charts are tested in a browser without the console. The machines are one long file, which runs beside.
  {
    name: "node",
    args: projectArgs("node", "mocking", "model"),
    needs: "chromium",
    seconds: 240,
    fullSeconds: 450,
  },
  {
    name: "postgres",
    args: [...onPostgres, "tests/postgres", "tests/contract/contract.test.ts"],
    fullArgs: [...onPostgres, ...databaseDependent],
    needs: "postgres",
    seconds: 60,
    fullSeconds: 120,
  },
  // The start from a clean clone is one long file, which runs beside the broker's.
  {
    name: "fault",
    args: projectArgs("fault", "mqtt"),
    needs: "mosquitto",
    seconds: 80,
    fullSeconds: 440,
  },
  { name: "gates", args: projectArgs("gates"), needs: "nothing", seconds: 40, isFullOnly: true },
  { name: "mutants", args: projectArgs("mutants"), needs: "nothing", seconds: 200, isFullOnly: true },
  { name: "timed", args: projectArgs("timed"), needs: "chromium", seconds: 60, isFullOnly: true },
  {
    name: "libreoffice",
    args: projectArgs("libreoffice"),
    needs: "libreoffice",
    seconds: 30,
    isFullOnly: true,
  },
  { name: "gdal", args: projectArgs("gdal"), needs: "gdal", seconds: 20, isFullOnly: true },
  {
    name: "e2e",
    args: projectArgs("e2e"),
    needs: "chromium",
    seconds: 330,
    fullSeconds: 1_300,
    isRetried: true,
  },
];

/** Which part of the tests runs. */
export interface Selection {
  readonly isFull: boolean;
  /** Names of suites; none: all. */
  readonly requested: readonly string[];
}

/** Whether a suite is part of the run. */
export const isSelected = (suite: Suite, { isFull, requested }: Selection): boolean =>
  requested.length > 0 ? requested.includes(suite.name) : isFull || !suite.isFullOnly;

/** Arguments of vitest for a suite. */
export function getArguments(suite: Suite, { isFull, requested }: Selection): readonly string[] {
  const args = isFull ? (suite.fullArgs ?? suite.args) : suite.args;
  if (suite.name === "smoke") return args;
  const excluded = [
    ...(isFull || suite.isFullOnly ? [] : [fullTag]),
    // They have run before.
    ...(suite.name === "e2e" && requested.length === 0 ? [smokeTag] : []),
  ];
  if (excluded.length === 0) return args;
  return [...args, `--tags-filter=${excluded.map((tag) => `!${tag}`).join(" && ")}`];
}
