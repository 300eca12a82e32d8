import type { Contract } from "../../adapters/contract/contract.ts";
import type { Handlers } from "../call.ts";
import type { LooseHandler } from "../http/runCall.ts";

const handlers = {} satisfies Partial<Handlers<Contract>>;

/** Every call's handler. Seam: each is checked against its own call above; a lookup by name cannot keep those types. */
export const registry = handlers as Readonly<Record<string, LooseHandler>>;
