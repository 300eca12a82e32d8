import { isMainThread } from "node:worker_threads";
import { shiftClock } from "../../../scripts/testing/shiftClock.mjs";

// Loaded into a server: SIGUSR2 sets its clock back by an hour.
if (isMainThread) process.once("SIGUSR2", () => shiftClock(-3_600_000));
