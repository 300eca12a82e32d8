import { createPostgresServer, type PostgresServer } from "../../scripts/testing/startPostgres.ts";
import { createTemporaryFolder } from "./createTemporaryFolder.ts";
import { type ServerProcess, startServer } from "./serverProcess.ts";
import { type NatsProcess, startNats } from "./startNats.ts";

/** Several processes on one PostgreSQL and one NATS, all of this test's own. */
export interface TestCluster extends AsyncDisposable {
  readonly postgres: PostgresServer;
  readonly nats: NatsProcess;
  /**
   * Starts one more process. The first one keeps the live picture.
   * @param checkout folder of another build; this one's by default
   */
  readonly add: (env?: Readonly<Record<string, string>>, checkout?: string) => Promise<ServerProcess>;
}

export async function startCluster(): Promise<TestCluster> {
  const postgres = await createPostgresServer();
  const nats = await startNats();
  const folders: Disposable[] = [];
  const servers: ServerProcess[] = [];
  return {
    postgres,
    nats,
    add: async (env = {}, checkout) => {
      const folder = createTemporaryFolder("cluster");
      folders.push(folder);
      const shared = {
        DATABASE_URL: postgres.url,
        SECRET_KEY: "8".repeat(64),
        NATS_URL: nats.url,
        TRUST_PROXY: "127.0.0.1",
        FLEET: "0",
        SEED_COMPANIES: "4",
      };
      const server = await startServer({ dataDir: folder.path, env: { ...shared, ...env }, checkout });
      servers.push(server);
      return server;
    },
    [Symbol.asyncDispose]: async () => {
      for (const server of servers) await server[Symbol.asyncDispose]();
      await nats[Symbol.asyncDispose]();
      await postgres.remove();
      for (const folder of folders) folder[Symbol.dispose]();
    },
  };
}
