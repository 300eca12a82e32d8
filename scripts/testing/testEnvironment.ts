/**
 * Variables that would change a suite: database addresses are for the PostgreSQL suite only, and variables of an outer
 * test run must not leak in.
 */
const excludedVariables = /^(?:DATABASE_URL|TEST_DATABASE_URL|MODEL_.*|VITEST.*)$/;

/** Returns the environment for a suite, without these variables. */
export function createTestEnvironment(env: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !excludedVariables.test(name)));
}
