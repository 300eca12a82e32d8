/** @module-tag full */

import { readdirSync, readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { expect, test } from "vitest";

const folder = new URL("../../../server/db/migrations/", import.meta.url);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .sort();
const partRedFile = files.findIndex((name) => name.endsWith("_part_red_invoices.sql"));
const read = (name: string | undefined) => readFileSync(new URL(name ?? "", folder), "utf8");

const taxLines = (...amounts: number[]) =>
  JSON.stringify(
    amounts.map((amountFen) => ({ name: "n", taxCode: "1", taxRate: "6", amountFen, serviceId: amountFen })),
  );

test("the migration knows what active invoices hold of their orders, and keeps whole red invoices", async () => {
  await using db = await PGlite.create({ extensions: { pg_trgm } });
  await db.exec("CREATE EXTENSION pg_trgm");
  for (const name of files.slice(0, partRedFile)) await db.exec(read(name));
  // Of the second order 100 of 300 fen were refunded: 200 × 100 ÷ 300 = 66.7 and the rest.
  await db.exec(`
    SET session_replication_role = replica;
    INSERT INTO orders (id, created_at, updated_at, order_no, company_id, company_name, company_name_order, type, items,
      goods_names, tax_lines, total_fen, payable_fen, paid_fen, refund_fen, status, status_at, pay_method, invoice_status,
      search)
    SELECT id, now(), now(), 'DD' || id, 7, 'c', 'c', 'new', '[]', 'g', lines::jsonb, 300, 300, 300, refund, 'paid',
      now(), 'bank', invoiced, ''
    FROM (VALUES
      (1, '${taxLines(300)}', 0, 'issued'),
      (2, '${taxLines(100, 200)}', 100, 'applied'),
      (3, '${taxLines(300)}', 0, 'none')
    ) AS t(id, lines, refund, invoiced);
    INSERT INTO invoices (id, created_at, updated_at, company_id, company_name, company_name_order, title_type, title,
      type, email, lines, amount_fen, ex_tax_fen, tax_fen, order_count, order_nos, status, invoice_no, red_invoice_no,
      red_reason, applicant_id, applicant_name, applied_at, search)
    SELECT id, now(), now(), 7, 'c', 'c', 'company', 't', 'normal', 'e', '[]', 300, 283, 17, 1, 'DD', status, no, red,
      reason, 5, 'a', now(), ''
    FROM (VALUES
      (11, 'reversing', '1', '', '开票有误'),
      (12, 'applied', '', '', ''),
      (13, 'reversed', '3', '4', '销货退回')
    ) AS t(id, status, no, red, reason);
    INSERT INTO invoice_orders (invoice_id, order_id) VALUES (11, 1), (12, 2), (13, 3);
    SET session_replication_role = origin;
  `);
  await db.exec(read(files[partRedFile]));
  const { rows: orders } = await db.query("SELECT id::int, invoiced_fen::int FROM orders ORDER BY id");
  expect(orders).toEqual([
    { id: 1, invoiced_fen: 300 },
    { id: 2, invoiced_fen: 200 },
    { id: 3, invoiced_fen: 0 },
  ]);
  const { rows: links } = await db.query<{ lines: { amountFen: number }[] }>(
    "SELECT lines FROM invoice_orders ORDER BY order_id",
  );
  expect(links.map(({ lines }) => lines.map(({ amountFen }) => amountFen))).toEqual([[300], [67, 133], []]);
  const { rows: reds } = await db.query(
    "SELECT invoice_id::int, amount_fen::int, reason, red_invoice_no FROM invoice_reds ORDER BY id",
  );
  expect(reds).toEqual([
    { invoice_id: 11, amount_fen: 300, reason: "开票有误", red_invoice_no: "" },
    { invoice_id: 13, amount_fen: 300, reason: "销货退回", red_invoice_no: "4" },
  ]);
  // A later one makes them found by their red numbers.
  for (const name of files.slice(partRedFile + 1)) await db.exec(read(name));
  const { rows: found } = await db.query("SELECT id::int, red_invoice_nos, search FROM invoices ORDER BY id");
  expect(found).toEqual([
    { id: 11, red_invoice_nos: "", search: "" },
    { id: 12, red_invoice_nos: "", search: "" },
    { id: 13, red_invoice_nos: "4", search: "\u001f4" },
  ]);
}, 60_000);
