import type { ArgsOf, Endpoint } from "../../../adapters/contract/endpoint.ts";
import type { ConsoleRole } from "../../platform.ts";
import type { LooseArgs } from "../../send.ts";
import type { World } from "./world.ts";

/** How one call is used rightly, and how wrongly. */
export interface Sample<E extends Endpoint> {
  /** Who uses it rightly. */
  readonly role: ConsoleRole;
  /** Arguments that are answered with state 0; made anew for each use. */
  readonly args: (world: World) => ArgsOf<E> | Promise<ArgsOf<E>>;
  /** Arguments that do not fit, and the path that the answer names; null where there is nothing to get wrong. */
  readonly bad: { readonly args: LooseArgs; readonly path: string } | null;
}

/** A sample of every call: a new call without one does not compile. */
export type Samples<C extends Readonly<Record<string, Endpoint>>> = {
  readonly [K in keyof C]: Sample<C[K]>;
};
