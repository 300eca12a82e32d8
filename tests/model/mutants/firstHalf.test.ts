import { machineSuites } from "../machineSuites.ts";
import { describeMutants } from "./describeMutants.ts";

// Split into two files, which run in parallel on two cores.
describeMutants(machineSuites.filter((_, index) => index % 2 === 0));
