import type { Endpoint, EndpointArgs } from "../../../adapters/contract/endpoint.ts";
import type { UntypedArgs } from "../../helpers/injectCall.ts";
import type { ConsoleRole } from "../../helpers/testPlatform.ts";
import type { SampleContext } from "./sampleContext.ts";

/** How one call is used rightly, and how wrongly. */
export interface Sample<E extends Endpoint> {
  /** Who uses it rightly. */
  readonly role: ConsoleRole;
  /** Arguments that are answered with state 0; made anew for each use. */
  readonly args: (world: SampleContext) => EndpointArgs<E> | Promise<EndpointArgs<E>>;
  /** Arguments that do not fit, and the path that the answer names; null where there is nothing to get wrong. */
  readonly invalid: { readonly args: UntypedArgs; readonly path: string } | null;
}

/** A sample of every call: a new call without one does not compile. */
export type Samples<C extends Readonly<Record<string, Endpoint>>> = {
  readonly [K in keyof C]: Sample<C[K]>;
};
