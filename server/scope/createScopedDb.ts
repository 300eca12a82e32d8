import { PgDatabase, PgDialect } from "drizzle-orm/pg-core";
import type { Db } from "../db/handle.ts";
import type { RecordScope } from "./recordScope.ts";
import { scopeStatement } from "./scopeStatement.ts";

type Session = Db["_"]["session"];

/**
 * A handle that reads only what is in the scope, whoever builds the statement and how. Its transactions are for writing:
 * they see everything, because counters, unique names and dependents do not end at a scope.
 */
export function createScopedDb(db: Db, scope: RecordScope): Db {
  if (scope.by === "all") return db;
  const inner: Session = db._.session;
  const session = Object.assign(Object.create(inner) as Session, {
    prepareQuery: (...[query, ...rest]: Parameters<Session["prepareQuery"]>) =>
      inner.prepareQuery({ ...query, sql: scopeStatement(query.sql, scope) }, ...rest),
    transaction: db.transaction.bind(db),
  });
  return new PgDatabase(new PgDialect(), session, undefined);
}
