import type { SessionScope, Stoppable } from "../../pageApi/sessionScope.ts";

/** Holds what lives as long as the session; `stop` ends all of it. */
export function createSessionScope(): SessionScope & Stoppable {
  const values = new Map<string, Stoppable>();
  return {
    value<T extends Stoppable>(name: string, create: () => T): T {
      const known = values.get(name) ?? create();
      values.set(name, known);
      // The map loses the type; a name belongs to one value.
      return known as T;
    },
    stop() {
      for (const value of values.values()) value.stop();
    },
  };
}
