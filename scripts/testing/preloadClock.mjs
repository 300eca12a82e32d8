import { shiftClock } from "./shiftClock.mjs";

shiftClock(Number(process.env["TEST_SHIFT"]));
