import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { createEmptyImage, type DatabaseConnection, openInMemory } from "../../server/db/openDatabase.ts";
import { openPostgres } from "../../server/db/openPostgres.ts";
import { acquireDatabase } from "./databasePool.ts";

const cacheDir = path.resolve(import.meta.dirname, "../../.cache/databases");
const migrationsUrl = new URL("../../server/db/migrations/", import.meta.url);

/**
 * A migrated database of its own: embedded and in memory, or on the PostgreSQL that `TEST_DATABASE_URL` names, both
 * as a copy of one migrated template. Closing it removes what is in it.
 */
export function createTestDatabase(): Promise<DatabaseConnection> {
  return process.env.TEST_DATABASE_URL
    ? createDisposableDatabase()
    : acquireDatabase(createDisposableDatabase);
}

/** The same, where closing it ends it: for tests of a database that is gone. */
export function createDisposableDatabase(): Promise<DatabaseConnection> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? openTemplateCopy(url) : openEmbeddedCopy();
}

let cachedImage: ReturnType<typeof loadImage> | undefined;

/** Three seconds of setting up a database are spent once for all test files. */
async function openEmbeddedCopy(): Promise<DatabaseConnection> {
  const file = path.join(cacheDir, `${hashMigrations()}-${readPgliteVersion()}.tar`);
  if (!existsSync(file)) {
    mkdirSync(cacheDir, { recursive: true });
    // Two files may make it at once; the last to be ready wins, and both are the same.
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

/** What all databases of the worker begin with, the image in memory and the program compiled. */
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
    // One test file makes the template, the others wait for it.
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
  for (const file of files.sort()) hash.update(readFileSync(new URL(file, migrationsUrl)));
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
