import { findDamage } from "./findDamage.ts";
import type { Db } from "./handle.ts";

/** Looks for damaged tables some time after the start, and every week. */
export interface DamageCheck {
  /** The tables that the last check found damaged. */
  readonly getDamaged: () => readonly string[];
  readonly start: () => void;
  readonly stop: () => void;
}

interface DamageCheckOptions {
  readonly db: Db;
  readonly log: { readonly error: (fields: object, message: string) => void };
  readonly onError: (error: unknown, what: string) => void;
}

/** Pages are opened first, then every table is read. */
const firstCheckMs = 60_000;
const checkEveryMs = 7 * 86_400_000;

export function createDamageCheck({ db, log, onError }: DamageCheckOptions): DamageCheck {
  let damaged: readonly string[] = [];
  let timers: readonly NodeJS.Timeout[] = [];

  async function check(): Promise<void> {
    const found = await findDamage(db);
    damaged = [...found.keys()];
    for (const [table, reason] of found) log.error({ table, reason }, "database damaged");
  }
  const run = () => void check().catch((error: unknown) => onError(error, "damage check"));

  return {
    getDamaged: () => damaged,
    start: () => {
      timers = [setTimeout(run, firstCheckMs), setInterval(run, checkEveryMs)];
    },
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
