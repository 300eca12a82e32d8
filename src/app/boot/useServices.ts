import { createContext, use } from "react";
import type { Services } from "./createServices.ts";

export const ServicesContext = createContext<Services | null>(null);

/** The services that live as long as the document. */
export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error("useServices outside of the app");
  return services;
}
