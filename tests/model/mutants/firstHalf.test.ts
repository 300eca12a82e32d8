import { machineSuites } from "../machineSuites.ts";
import { describeMutants } from "./describeMutants.ts";

// Every other machine here, the others beside it: two cores.
describeMutants(machineSuites.filter((_, index) => index % 2 === 0));
