import type { Endpoint, EndpointArgs } from "../../../adapters/contract/endpoint.ts";
import type { UntypedArgs } from "../../helpers/injectCall.ts";
import type { ConsoleRole } from "../../helpers/testPlatform.ts";
import type { SampleContext } from "./sampleContext.ts";

/** A valid and an invalid use of one call. */
export interface Sample<E extends Endpoint> {
  /** A permitted role. */
  readonly role: ConsoleRole;
  /** Creates arguments that are answered with state 0. Called for each use. */
  readonly args: (context: SampleContext) => EndpointArgs<E> | Promise<EndpointArgs<E>>;
  /** Content type of a file; default: that of a workbook. */
  readonly contentType?: string;
  /** Of a file without rows, such as a template. */
  readonly hasRows?: false;
  /** Invalid arguments and the path of the reported issue, or null if the call has no input. */
  readonly invalid: { readonly args: UntypedArgs; readonly path: string } | null;
}

/** A sample of each of these calls. */
export type Samples<C extends Readonly<Record<string, Endpoint>>> = {
  readonly [K in keyof C]: Sample<C[K]>;
};
