/**
 * How long a test waits for a state, an answer or an element, ms. A quiet machine takes a few seconds; one that others
 * share has taken five times as long. What comes sooner ends the wait, so that only a fault takes all of it.
 */
export const patienceMs = 120_000;
