import * as z from "zod/mini";
import { type Role, roleLabels } from "../../adapters/contract/roles.ts";
import type { WatchingConsole } from "./attendance.ts";

const role = z.custom<Role>((value) => typeof value === "string" && Object.hasOwn(roleLabels, value));
const sharedConsole = z.object({
  staffId: z.string(),
  roles: z.array(role),
  /** Null if nothing was perceived yet: JSON has no infinity. */
  perceivedTo: z.nullable(z.number()),
});

/** Converts consoles to JSON for the other processes. */
export const shareConsoles = (consoles: readonly WatchingConsole[]): z.output<typeof sharedConsole>[] =>
  consoles.map(({ staffId, roles, perceivedTo }) => ({
    staffId,
    roles: [...roles],
    perceivedTo: Number.isFinite(perceivedTo) ? perceivedTo : null,
  }));

/** Parses the consoles of other processes. Skips those that another build writes differently. */
export const readConsoles = (shared: readonly unknown[]): WatchingConsole[] =>
  shared.flatMap((one) => {
    const { data } = sharedConsole.safeParse(one);
    return data ? { ...data, perceivedTo: data.perceivedTo ?? Number.NEGATIVE_INFINITY } : [];
  });
