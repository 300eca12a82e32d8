/** One run of vitest: its projects, and what it needs besides Node. */
export interface Suite {
  readonly name: string;
  readonly args: readonly string[];
  /** Arguments for `npm run test:full`, if it runs more. */
  readonly fullArgs?: readonly string[];
  readonly needs: "nothing" | "chromium" | "postgres" | "libreoffice" | "mosquitto" | "gdal";
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

/** Suites of `npm test`, fastest first. */
export const suites: readonly Suite[] = [
  // Players and charts are tested in a browser without the console.
  { name: "node", args: projectArgs("node", "mocking", "gates"), needs: "chromium" },
  { name: "model", args: projectArgs("model"), needs: "nothing" },
  { name: "mutants", args: projectArgs("mutants"), needs: "nothing" },
  {
    name: "postgres",
    args: [...projectArgs("node", "mocking", "postgres"), ...databaseDependent],
    fullArgs: [...projectArgs("node", "mocking", "postgres"), "tests/contract", "tests/postgres"],
    needs: "postgres",
  },
  { name: "mqtt", args: projectArgs("mqtt"), needs: "mosquitto" },
  { name: "fault", args: projectArgs("fault"), needs: "nothing" },
  { name: "timed", args: projectArgs("timed"), needs: "chromium" },
  { name: "libreoffice", args: projectArgs("libreoffice"), needs: "libreoffice" },
  { name: "gdal", args: projectArgs("gdal"), needs: "gdal" },
  { name: "e2e", args: projectArgs("e2e"), needs: "chromium" },
];
