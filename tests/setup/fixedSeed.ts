import fc from "fast-check";

/** A fixed seed: every run of a property uses the same values, and a failure prints its path. */
fc.configureGlobal({ seed: 20_261_120 });
