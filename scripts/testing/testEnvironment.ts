/**
 * What would make a suite another than it is: a database's address is for the suite that runs on PostgreSQL alone,
 * and nothing of a run within another may reach it.
 */
const excludedVariables = /^(?:DATABASE_URL|TEST_DATABASE_URL|MODEL_.*|VITEST.*)$/;

/** The environment for a suite: the caller's without what would change which tests run, or on what. */
export function createTestEnvironment(env: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !excludedVariables.test(name)));
}
