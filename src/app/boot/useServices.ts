import { createContext, use } from "react";
import type { Services } from "./createServices.ts";

export const ServicesContext = createContext<Services | null>(null);

/** Client, session and configuration of this document. */
export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error("useServices outside of the app");
  return services;
}
