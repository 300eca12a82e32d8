import { getTableColumns, getTableName } from "drizzle-orm";
import { allTables } from "../db/schema/allTables.ts";
import { channelCodes } from "../db/schema/channelCode.ts";

/** SQL of the ids that a scope has: of companies, or of records that hang on them. */
export type ScopeSql = {
  /** Ids of the companies in the scope. */
  readonly companies: string;
  readonly staffId: string;
};

/**
 * How a table's rows reach their company:
 * `open`: they are of none, or everybody's: people, catalogues, air space, what each person has of their own.
 * `none`: no call of a scoped person reads them.
 * `column`: by this column, which holds the company's id, or that of a row of `of`, which reaches it in its turn.
 * `where`: by a condition of its own. `rows`: by other rows in the place of the table's.
 */
export type Reach =
  | "open"
  | "none"
  | { readonly column: string; readonly of?: string }
  | { readonly where: (scope: ScopeSql) => string; readonly isWritable?: true }
  | { readonly rows: (scope: ScopeSql) => string };

const byOrder = { column: "order_id", of: "orders" } as const;
const byInvoice = { column: "invoice_id", of: "invoices" } as const;
const byTask = { column: "task_id", of: "tasks" } as const;
const byFlight = { column: "flight_id", of: "flights" } as const;

const measures = ["count", "amount_fen", "commission_fen", "duration_s", "distance_mm"]
  .map((name) => `sum(${name})::${name === "count" ? "integer" : "bigint"} as ${name}`)
  .join(", ");
/** Totals are of all companies: those of a scope are added up from its records. */
const addUp = ({ companies }: ScopeSql, keys: readonly string[], condition = "true") =>
  `select ${keys.join(", ")}, ${measures} from public.statistics_facts
    cross join lateral public.statistics_regions(region_id) as place (place_id)
    where company_id in (${companies}) and ${condition} group by ${keys.map((_, at) => at + 1).join(", ")}`;
const placeKey = "place.place_id as region_id";
const month = "date_trunc('month', day)::date as day";

const sumOrders = (value: string, companies: string) =>
  `coalesce((select sum(${value}) from public.orders o
    where o.channel_code_id = t.id and o.company_id in (${companies})), 0)::bigint`;

const uploadedFor = (table: string, column: string, condition: string) =>
  `exists (select from public.${table} holder where holder.${column} = '/uploads/' || t.id and ${condition})`;

/** Of all that do not reach it by a column `company_id` of their own. */
const otherReach: Readonly<Record<string, Reach>> = {
  companies: { where: ({ companies }) => `t.id in (${companies})` },
  alarm_events: { column: "alarm_id", of: "alarms" },
  audit_log: {
    where: ({ companies }) =>
      `t.entity = 'order' and t.entity_id in (select id::text from public.orders where company_id in (${companies}))`,
  },
  captchas: "open",
  // Everybody sees the channels, with the sums of their own companies.
  channel_codes: {
    rows: ({ companies }) => {
      const sums: Readonly<Record<string, string>> = {
        company_count: `(select count(*) from public.companies c
          where c.channel_code_id = t.id and c.deleted_at is null and c.id in (${companies}))::integer`,
        order_amount_fen: sumOrders("paid_fen - refund_fen", companies),
        commission_fen: sumOrders("earned_fen", companies),
      };
      const columns = Object.values(getTableColumns(channelCodes)).map(({ name }) =>
        name in sums ? `${sums[name]} as ${name}` : `t.${name}`,
      );
      return `select ${columns.join(", ")} from public.channel_codes t`;
    },
  },
  channel_days: {
    rows: (scope) =>
      addUp(
        scope,
        [placeKey, "channel_id", "subject", "day", "''::text as kind"],
        "subject in ('company', 'order', 'refund')",
      ),
  },
  company_days: {
    rows: (scope) => addUp(scope, ["company_id", "subject", "day", "kind"], "place.place_id = '100000'"),
  },
  // Where one may not fly concerns everybody who sees the map.
  control_zones: "open",
  data_repairs: "open",
  demo_seeds: "open",
  departments: "open",
  dictionary_entries: "open",
  duty_log: {
    where: ({ companies }) =>
      `t.task_id is null or t.task_id in (select id from public.tasks where company_id in (${companies}))`,
  },
  duty_orders: byTask,
  duty_shifts: "open",
  export_files: "open",
  export_jobs: "open",
  flight_tracks: byFlight,
  flight_videos: byFlight,
  goods: "open",
  goods_items: "open",
  held_samples: "none",
  import_files: "open",
  invoice_numbers: "open",
  invoice_orders: byInvoice,
  invoice_reds: byInvoice,
  login_failures: "open",
  leases: "none",
  list_layouts: "open",
  mails: "open",
  memories: "open",
  notification_choices: "open",
  notifications: {
    // One's own, but not of a record that one no longer sees.
    where: ({ companies }) =>
      ["orders", "invoices"]
        .map(
          (table) =>
            `not exists (select from public.${table} r where r.id = t.record_id and r.company_id not in (${companies}))`,
        )
        .join(" and "),
    isWritable: true,
  },
  order_events: byOrder,
  outbox: "none",
  password_history: "open",
  phone_searches: "none",
  platform_events: "open",
  plus_modules: { column: "box_id", of: "boxes" },
  processes: "none",
  recovery_codes: "open",
  region_days: { rows: (scope) => addUp(scope, [placeKey, "subject", "day", "kind"]) },
  region_months: { rows: (scope) => addUp(scope, [placeKey, "subject", month, "kind"]) },
  regions: "open",
  rejected_samples: byTask,
  requests: "open",
  staff_roles: "open",
  sample_journal: "none",
  screens: "open",
  serial_numbers: "open",
  services: "open",
  sessions: "open",
  set_aside_rows: "none",
  sheet_import_rows: "open",
  sheet_imports: "open",
  sms_batches: {
    where: ({ companies }) =>
      `exists (select from public.sms_messages m where m.batch_id = t.id and m.company_id in (${companies}))`,
  },
  sms_declines: "open",
  sms_recipient_lists: "open",
  sms_templates: "open",
  staff: "open",
  statement_layouts: "open",
  // `addUp` counts what they tell.
  statistics_changes: "none",
  statistics_facts: { column: "company_id" },
  task_events: byTask,
  uploads: {
    where: ({ companies, staffId }) =>
      [
        "t.purpose = 'picture'",
        `t.created_by = ${staffId}`,
        uploadedFor("order_pays", "voucher_url", `holder.company_id in (${companies})`),
        uploadedFor("orders", "contract_url", `holder.company_id in (${companies})`),
        uploadedFor("invoices", "file_url", `holder.company_id in (${companies})`),
        uploadedFor(
          "invoice_reds",
          "file_url",
          `holder.invoice_id in (select id from public.invoices where company_id in (${companies}))`,
        ),
        uploadedFor(
          "order_events",
          "voucher_url",
          `holder.order_id in (select id from public.orders where company_id in (${companies}))`,
        ),
      ].join(" or "),
  },
  used_nonces: "open",
  write_probes: "open",
};

/** The reach of every table and view of the database. */
export const tableReach: Readonly<Record<string, Reach>> = {
  ...Object.fromEntries(
    allTables
      .filter((table) => "companyId" in getTableColumns(table))
      .map((table) => [getTableName(table), { column: "company_id" }]),
  ),
  ...otherReach,
};
