import { createHash } from "node:crypto";
import type { Db } from "../../db/handle.ts";
import { goods, goodsItems } from "../../db/schema/goods.ts";
import { services } from "../../db/schema/service.ts";
import { uploads } from "../../db/schema/upload.ts";
import { buildSearchText, toPinyinSortKey } from "../../modules/searchText.ts";
import { generateUploadId, toUploadUrl } from "../../modules/upload/uploadUrl.ts";
import type { SeedContext } from "../seedCompanies.ts";
import { drawGoodsCover } from "./drawGoodsCover.ts";
import { goodsCatalog } from "./goodsCatalog.ts";
import { getParentCode, serviceCatalog } from "./serviceCatalog.ts";

type CatalogSeedContext = Pick<SeedContext, "now" | "newId">;
type ServiceInsert = typeof services.$inferInsert;

const dayMs = 86_400_000;
const roundToYuan = (fen: number) => Math.round(fen / 100) * 100;

/** The services in their tree and the goods made of them, with a cover each. Nothing in it is left to chance. */
export async function seedCatalog(db: Db, context: CatalogSeedContext, createdBy: string): Promise<void> {
  const serviceRowsByCode = createServiceRows(context);
  await db.insert(services).values([...serviceRowsByCode.values()]);
  for (const [index, catalogGoods] of goodsCatalog.entries()) {
    const items = catalogGoods.items.map(([code, quantity], position) => ({
      service: requireService(serviceRowsByCode.get(code), code),
      quantity,
      position: position + 1,
    }));
    const originPriceFen = items.reduce((sum, { service, quantity }) => sum + service.priceFen * quantity, 0);
    const createdAt = new Date(context.now.getTime() - (540 - index * 17) * dayMs);
    const id = context.newId();
    const turn = goodsCatalog.slice(0, index).filter(({ scene }) => scene === catalogGoods.scene).length;
    const picture = await drawGoodsCover(catalogGoods.scene, turn);
    const cover = generateUploadId(() => createHash("sha256").update(`cover ${catalogGoods.code}`).digest());
    await db
      .insert(uploads)
      .values({ id: cover, purpose: "picture", contentType: "image/webp", ...picture, createdAt, createdBy });
    await db.insert(goods).values({
      id,
      createdAt,
      updatedAt: createdAt,
      name: catalogGoods.name,
      nameOrder: toPinyinSortKey(catalogGoods.name),
      code: catalogGoods.code,
      cover: toUploadUrl(cover),
      months: catalogGoods.months,
      originPriceFen,
      priceFen: roundToYuan(originPriceFen * catalogGoods.share),
      description: catalogGoods.description,
      status: catalogGoods.off ? "offSale" : "onSale",
      search: buildSearchText(catalogGoods.name, catalogGoods.code),
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
function createServiceRows({ now, newId }: CatalogSeedContext): Map<string, ServiceInsert> {
  const rows = new Map<string, ServiceInsert>();
  for (const [index, { off, ...service }] of serviceCatalog.entries()) {
    const parent = rows.get(getParentCode(service.code) ?? "");
    // The first is the newest, so that the list, which begins with the newest, has them in this order.
    const createdAt = new Date(now.getTime() - 600 * dayMs - index * 60_000);
    rows.set(service.code, {
      ...service,
      id: newId(),
      createdAt,
      updatedAt: createdAt,
      nameOrder: toPinyinSortKey(service.name),
      parentId: parent?.id ?? null,
      level: (parent?.level ?? 0) + 1,
      taxRate: service.kind === "device" ? "13" : "6",
      status: off ? "offShelf" : "onShelf",
      search: buildSearchText(service.name, service.code),
    });
  }
  return rows;
}

function requireService<T>(value: T | undefined, code: string): T {
  if (value === undefined) throw new Error(`The catalogue has no service ${code}`);
  return value;
}
