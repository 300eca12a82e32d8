import { createHash } from "node:crypto";
import type { Db } from "../../db/handle.ts";
import { goods, goodsItems } from "../../db/schema/goods.ts";
import { services } from "../../db/schema/service.ts";
import { uploads } from "../../db/schema/upload.ts";
import { pinyinOrder, searchText } from "../../modules/pinyinOrder.ts";
import { randomUploadId, uploadUrl } from "../../modules/upload/uploadUrl.ts";
import type { SeedFrame } from "../seedCompanies.ts";
import { goodsCatalog } from "./goodsCatalog.ts";
import { goodsCover } from "./goodsCover.ts";
import { parentCode, serviceCatalog } from "./serviceCatalog.ts";

type Frame = Pick<SeedFrame, "now" | "newId">;
type ServiceInsert = typeof services.$inferInsert;

const dayMs = 86_400_000;
const yuan = (fen: number) => Math.round(fen / 100) * 100;

/** The services in their tree and the goods made of them, with a cover each. Nothing in it is left to chance. */
export async function seedCatalog(db: Db, frame: Frame, createdBy: string): Promise<void> {
  const made = serviceRows(frame);
  await db.insert(services).values([...made.values()]);
  for (const [index, kind] of goodsCatalog.entries()) {
    const items = kind.items.map(([code, quantity], position) => ({
      service: sure(made.get(code), code),
      quantity,
      position: position + 1,
    }));
    const originPriceFen = items.reduce((sum, { service, quantity }) => sum + service.priceFen * quantity, 0);
    const createdAt = new Date(frame.now.getTime() - (540 - index * 17) * dayMs);
    const id = frame.newId();
    const turn = goodsCatalog.slice(0, index).filter(({ scene }) => scene === kind.scene).length;
    const picture = await goodsCover(kind.scene, turn);
    const cover = randomUploadId(() => createHash("sha256").update(`cover ${kind.code}`).digest());
    await db
      .insert(uploads)
      .values({ id: cover, purpose: "picture", contentType: "image/webp", ...picture, createdAt, createdBy });
    await db.insert(goods).values({
      id,
      createdAt,
      updatedAt: createdAt,
      name: kind.name,
      nameOrder: pinyinOrder(kind.name),
      code: kind.code,
      cover: uploadUrl(cover),
      months: kind.months,
      originPriceFen,
      priceFen: yuan(originPriceFen * kind.share),
      description: kind.description,
      status: kind.off ? "offSale" : "onSale",
      search: searchText(kind.name, kind.code),
    });
    await db.insert(goodsItems).values(
      items.map(({ service, quantity, position }) => ({
        goodsId: id,
        serviceId: service.id,
        quantity,
        position,
      })),
    );
  }
}

/** The services by their codes, those above before those below. */
function serviceRows({ now, newId }: Frame): Map<string, ServiceInsert> {
  const made = new Map<string, ServiceInsert>();
  for (const [index, { off, ...service }] of serviceCatalog.entries()) {
    const parent = made.get(parentCode(service.code) ?? "");
    // The first is the newest, so that the list, which begins with the newest, has them in this order.
    const createdAt = new Date(now.getTime() - 600 * dayMs - index * 60_000);
    made.set(service.code, {
      ...service,
      id: newId(),
      createdAt,
      updatedAt: createdAt,
      nameOrder: pinyinOrder(service.name),
      parentId: parent?.id ?? null,
      level: (parent?.level ?? 0) + 1,
      taxRate: service.kind === "device" ? "13" : "6",
      status: off ? "offShelf" : "onShelf",
      search: searchText(service.name, service.code),
    });
  }
  return made;
}

function sure<T>(value: T | undefined, code: string): T {
  if (value === undefined) throw new Error(`The catalogue has no service ${code}`);
  return value;
}
