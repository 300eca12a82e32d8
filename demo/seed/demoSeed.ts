import type { Db } from "../../server/db/handle.ts";

/**
 * Seeds records of one kind for the companies and flights of the demo; by `now` and those alone. False, and nothing
 * added, where there are some.
 */
export type DemoSeed = (db: Db, now: Date) => Promise<boolean>;
