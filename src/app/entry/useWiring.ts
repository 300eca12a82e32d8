import { createContext, use } from "react";
import type { Wiring } from "./wire.ts";

export const WiringContext = createContext<Wiring | null>(null);

/** Client, session and configuration of this document. */
export function useWiring(): Wiring {
  const wiring = use(WiringContext);
  if (!wiring) throw new Error("useWiring outside of the entry");
  return wiring;
}
