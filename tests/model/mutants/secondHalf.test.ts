import { machineSuites } from "../machineSuites.ts";
import { describeMutants } from "./describeMutants.ts";

describeMutants(machineSuites.filter((_, index) => index % 2 === 1));
