import { sql } from "drizzle-orm";
import { seedDemo } from "../../demo/seed/seedDemo.ts";
import type { Db } from "../../server/db/handle.ts";
import { boxes } from "../../server/db/schema/box.ts";
import { companies } from "../../server/db/schema/company.ts";
import { drones } from "../../server/db/schema/drone.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { hangars } from "../../server/db/schema/hangar.ts";
import { invoices } from "../../server/db/schema/invoice.ts";
import { orders } from "../../server/db/schema/order.ts";
import { orderPays } from "../../server/db/schema/orderPay.ts";
import { tasks } from "../../server/db/schema/task.ts";

/** Ids of the generated records begin here. */
const firstId = 800_000_000_000;

/**
 * Fills a database with `count` records of each kind that a search finds: companies, users and orders as the demo has
 * them, the other kinds by generated names of places and numbers, a second apart.
 */
export async function seedSearchable(db: Db, count: number): Promise<void> {
  await seedDemo(db, new Date(), { companies: count, users: count, orders: count });
  await db.execute(sql`analyze`);
  const place = sql`(array['永定河', '岷江', '梧桐山', '白云区', '浦东'])[1 + n % 5] || chr(20000 + (n % 400)::int)`;
  const owner = sql`(select id, name, row_number() over (order by id) - 1 as n from ${companies}) as c`;
  const series = sql`generate_series(0, ${count}::int8 - 1) as n join ${owner} using (n)`;
  const at = sql`now() - n * interval '1 second'`;
  await db.execute(sql`
    insert into ${tasks} (id, created_at, updated_at, task_no, name, kind, status, source, company_id, company_name,
      pilot_name, pilot_phone, drone_sn, drone_model, route, uom_status, search)
    select ${firstId}::int8 + n, ${at}, ${at}, 'RW' || lpad(n::text, 14, '0'), ${place} || '巡检', 'patrol', 'finished', 'import',
      c.id, c.name, '李飞手', '139' || lpad(((n * 7919) % 100000000)::text, 8, '0'), '1581F6Q8D' || lpad(n::text, 8, '0'), 'M30',
      '[]'::jsonb, 'unknown',
      lower(concat_ws(chr(31), 'RW' || lpad(n::text, 14, '0'), ${place} || '巡检', c.name, '李飞手', '1581F6Q8D' || lpad(n::text, 8, '0')))
    from ${series}`);
  await db.execute(sql`
    insert into ${flights} (id, task_id, company_id, company_name, drone_sn, source, started_at, ended_at, duration_s,
      distance_m, flight_no, task_no, task_name, task_status, search)
    select id, id, company_id, company_name, drone_sn, 'import', created_at, created_at + interval '10 minutes', 600, 4200,
      task_no, task_no, name, 'finished', search
    from ${tasks} where id >= ${firstId}`);
  await db.execute(sql`
    insert into ${drones} (id, created_at, updated_at, name, sn, model, uav_class, registration_no, company_id, company_name, status, search)
    select ${firstId}::int8 + n, ${at}, ${at}, ${place} || n || '号机', '1581F6Q8D' || lpad(n::text, 8, '0'), 'M30', 'small',
      'UAS' || lpad(n::text, 8, '0'), c.id, c.name, 'online',
      lower(concat_ws(chr(31), ${place} || n || '号机', '1581F6Q8D' || lpad(n::text, 8, '0'), 'UAS' || lpad(n::text, 8, '0')))
    from ${series}`);
  const mac = sql`'02:AC:' || regexp_replace(lpad(upper(to_hex(n)), 8, '0'), '(..)(..)(..)(..)', '\\1:\\2:\\3:\\4')`;
  await db.execute(sql`
    insert into ${boxes} (id, created_at, updated_at, name, name_order, mac, sn, model, company_id, company_name, search)
    select ${firstId}::int8 + n, ${at}, ${at}, ${place} || n || '云盒', 'he ' || n || ' yun he ' || ${place} || n || '云盒', ${mac},
      'BX' || lpad(n::text, 9, '0'), 'B1', c.id, c.name, lower(concat_ws(chr(31), ${place} || n || '云盒', ${mac}, 'BX' || lpad(n::text, 9, '0')))
    from ${series}`);
  await db.execute(sql`
    insert into ${hangars} (id, created_at, updated_at, name, sn, model, company_id, company_name, lng, lat, altitude, status,
      cover, wind_speed, rainfall, temperature, search)
    select ${firstId}::int8 + n, ${at}, ${at}, ${place} || n || '机场', 'HG' || lpad(n::text, 9, '0'), 'Dock 2', c.id, c.name, 104, 30,
      500, 'idle', 'closed', 0, 0, 0, lower(concat_ws(chr(31), ${place} || n || '机场', 'HG' || lpad(n::text, 9, '0')))
    from ${series}`);
  await db.execute(sql`
    insert into ${invoices} (id, created_at, updated_at, company_id, company_name, company_name_order, title_type, title, tax_no,
      type, email, lines, amount_fen, ex_tax_fen, tax_fen, order_count, order_nos, status, invoice_no, applicant_id,
      applicant_name, applied_at, search)
    select ${firstId}::int8 + n, ${at}, ${at}, c.id, c.name, c.name, 'company', c.name, '', 'normal', 'a@b.cn', '[]'::jsonb, 106, 100, 6,
      1, '', 'issued', '26' || lpad(n::text, 18, '0'), 1, '运营', ${at},
      lower(concat_ws(chr(31), '26' || lpad(n::text, 18, '0'), c.name, c.name, ''))
    from ${series}`);
  await db.execute(sql`
    insert into ${orderPays} (id, created_at, updated_at, order_id, pay_no, method, bank_serial_no, amount_fen, payer_name, paid_at, status)
    select ${firstId}::int8 + n, ${at}, ${at}, o.id, 'ZFX' || lpad(n::text, 12, '0'), 'bank', 'BKX' || lpad((n * 7919)::text, 12, '0'), 100,
      o.company_name, ${at}, 'confirmed'
    from generate_series(0, ${count}::int8 - 1) as n
      join (select id, company_name, row_number() over (order by id) - 1 as n from ${orders}) as o using (n)`);
}
