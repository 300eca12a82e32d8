import { trials } from "../subjects.ts";
import { everyFaultIsNoticed } from "./everyFaultIsNoticed.ts";

// Every other machine here, the others beside it: two cores.
everyFaultIsNoticed(trials.filter((_, index) => index % 2 === 0));
