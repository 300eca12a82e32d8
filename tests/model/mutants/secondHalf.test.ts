import { trials } from "../subjects.ts";
import { everyFaultIsNoticed } from "./everyFaultIsNoticed.ts";

everyFaultIsNoticed(trials.filter((_, index) => index % 2 === 1));
