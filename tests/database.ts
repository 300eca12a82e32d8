import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { emptyImage, type OpenDatabase, openInMemory } from "../server/db/open.ts";
import { openPostgres } from "../server/db/openPostgres.ts";
import { keptDatabase } from "./keptDatabases.ts";

const cache = path.resolve(import.meta.dirname, "../.cache/databases");
const migrations = new URL("../server/db/migrations/", import.meta.url);

/**
 * A migrated database of its own: embedded and in memory, or on the PostgreSQL that `TEST_DATABASE_URL` names, both
 * as a copy of one migrated template. Closing it removes what is in it.
 */
export function freshDatabase(): Promise<OpenDatabase> {
  return process.env.TEST_DATABASE_URL ? ownDatabase() : keptDatabase(ownDatabase);
}

/** The same, where closing it ends it: for tests of a database that is gone. */
export function ownDatabase(): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? copyOfTemplate(url) : embeddedCopy();
}

let beginning: ReturnType<typeof beginningFrom> | undefined;

/** Three seconds of setting up a database are spent once for all test files. */
async function embeddedCopy(): Promise<OpenDatabase> {
  const file = path.join(cache, `${migrationsHash()}-${pgliteVersion()}.tar`);
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true });
    // Two files may make it at once; the last to be ready wins, and both are the same.
    const own = `${file}.${randomUUID()}`;
    writeFileSync(own, await emptyImage());
    renameSync(own, file);
  }
  beginning ??= beginningFrom(file).catch((fault: unknown) => {
    beginning = undefined;
    throw fault;
  });
  return openInMemory(await beginning);
}

/** What all databases of the worker begin with, the image in memory and the program compiled. */
async function beginningFrom(file: string) {
  const bytes = readFileSync(file);
  const image = new SharedArrayBuffer(bytes.length);
  new Uint8Array(image).set(bytes);
  const program = readFileSync(new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite")));
  return { image, program: await WebAssembly.compile(program) };
}

function pgliteVersion(): string {
  const manifest = new URL("../package.json", import.meta.resolve("@electric-sql/pglite"));
  return String(JSON.parse(readFileSync(manifest, "utf8")).version);
}

async function copyOfTemplate(url: string): Promise<OpenDatabase> {
  const template = `console_template_${migrationsHash()}`;
  const name = `console_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(url, async (admin) => {
    // One test file makes the template, the others wait for it.
    await admin.query("select pg_advisory_lock(727275)");
    const known = await admin.query("select 1 from pg_database where datname = $1", [template]);
    if (known.rowCount === 0) {
      await admin.query(`create database ${template}`);
      const made = await openPostgres(withName(url, template));
      await made.close();
    }
    await admin.query(`create database ${name} template ${template}`);
    await admin.query("select pg_advisory_unlock(727275)");
  });
  const open = await openPostgres(withName(url, name));
  const remove = () => asAdmin(url, (admin) => admin.query(`drop database ${name} with (force)`));
  return {
    ...open,
    close: () =>
      open
        .close()
        .then(remove)
        .then(() => undefined),
  };
}

function migrationsHash(): string {
  const hash = createHash("sha256");
  const files = readdirSync(migrations).filter((file) => file.endsWith(".sql"));
  for (const file of files.sort()) hash.update(readFileSync(new URL(file, migrations)));
  return hash.digest("hex").slice(0, 12);
}

function withName(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.toString();
}

async function asAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
