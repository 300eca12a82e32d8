import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import type { DatabaseConnection } from "../../server/db/handle.ts";
import { createEmptyImage, openInMemory } from "../../server/db/openDatabase.ts";
import { openPostgres } from "../../server/db/openPostgres.ts";
import { acquireDatabase } from "./databasePool.ts";

const cacheDir = path.resolve(import.meta.dirname, "../../.cache/databases");
const migrationsUrl = new URL("../../server/db/migrations/", import.meta.url);

/**
 * An empty migrated database: embedded in memory, or on the PostgreSQL server of `TEST_DATABASE_URL`. Both are copies
 * of one migrated template. Closing it removes its data.
 */
export function createTestDatabase(): Promise<DatabaseConnection> {
  return process.env.TEST_DATABASE_URL
    ? createDisposableDatabase()
    : acquireDatabase(createDisposableDatabase);
}

/** Like `createTestDatabase`, but closing it closes the connection: for tests that use a closed database. */
export function createDisposableDatabase(): Promise<DatabaseConnection> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? openTemplateCopy(url) : openEmbeddedCopy();
}

let cachedImage: ReturnType<typeof loadImage> | undefined;

/** Migrating takes three seconds, so the migrated image is cached on disk and in memory. */
async function openEmbeddedCopy(): Promise<DatabaseConnection> {
  const file = path.join(cacheDir, `${hashMigrations()}-${readPgliteVersion()}.tar`);
  if (!existsSync(file)) {
    mkdirSync(cacheDir, { recursive: true });
    // Two test files may write it concurrently; the contents are the same, so the last rename wins.
    const temporaryFile = `${file}.${randomUUID()}`;
    writeFileSync(temporaryFile, await createEmptyImage());
    renameSync(temporaryFile, file);
  }
  cachedImage ??= loadImage(file).catch((error: unknown) => {
    cachedImage = undefined;
    throw error;
  });
  return openInMemory(await cachedImage);
}

/** Loads the database image and compiles the WebAssembly program, both shared by all databases of the worker. */
async function loadImage(file: string) {
  const bytes = readFileSync(file);
  const image = new SharedArrayBuffer(bytes.length);
  new Uint8Array(image).set(bytes);
  const program = readFileSync(new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite")));
  return { image, program: await WebAssembly.compile(program) };
}

function readPgliteVersion(): string {
  const manifest = new URL("../package.json", import.meta.resolve("@electric-sql/pglite"));
  return String(JSON.parse(readFileSync(manifest, "utf8")).version);
}

async function openTemplateCopy(url: string): Promise<DatabaseConnection> {
  const template = `console_template_${hashMigrations()}`;
  const name = `console_${randomUUID().replaceAll("-", "")}`;
  await withAdminClient(url, async (admin) => {
    // The lock lets one test file create the template while the others wait.
    await admin.query("select pg_advisory_lock(727275)");
    const known = await admin.query("select 1 from pg_database where datname = $1", [template]);
    if (known.rowCount === 0) {
      await admin.query(`create database ${template}`);
      const created = await openPostgres(withDatabaseName(url, template));
      await created.close();
    }
    await admin.query(`create database ${name} template ${template}`);
    await admin.query("select pg_advisory_unlock(727275)");
  });
  const database = await openPostgres(withDatabaseName(url, name));
  const remove = () => withAdminClient(url, (admin) => admin.query(`drop database ${name} with (force)`));
  return {
    ...database,
    close: () =>
      database
        .close()
        .then(remove)
        .then(() => undefined),
  };
}

function hashMigrations(): string {
  const hash = createHash("sha256");
  const files = readdirSync(migrationsUrl).filter((file) => file.endsWith(".sql"));
  // The journal has their times, by which a database knows which it has.
  for (const file of [...files.sort(), "meta/_journal.json"])
    hash.update(readFileSync(new URL(file, migrationsUrl)));
  return hash.digest("hex").slice(0, 12);
}

function withDatabaseName(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.toString();
}

async function withAdminClient<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
