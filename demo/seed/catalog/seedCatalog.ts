import { createHash } from "node:crypto";
import type { Db } from "../../../server/db/handle.ts";
import { goods, goodsItems } from "../../../server/db/schema/goods.ts";
import { services } from "../../../server/db/schema/service.ts";
import { uploads } from "../../../server/db/schema/upload.ts";
import { generateUploadId, toUploadUrl } from "../../../server/modules/upload/uploadUrl.ts";
import { buildSearchText, toPinyinSortKey } from "../../../server/records/searchText.ts";
import type { SeedContext } from "../seedCompanies.ts";
import { drawGoodsCover } from "./drawGoodsCover.ts";
import { goodsCatalog } from "./goodsCatalog.ts";

type Kind = (typeof services.$inferInsert)["kind"];

/** A service of the demo catalogue. Its place in the tree follows from the code, two digits per level. */
interface CatalogService {
  readonly code: string;
  readonly name: string;
  readonly kind: Kind;
  readonly unit: string;
  readonly priceFen: number;
  readonly taxCode: string;
  readonly description: string;
  readonly off?: true;
}

/** Tax codes: general aviation, surveying, data processing and storage, software, aircraft, technical service. */
const aviationTaxCode = "3040401020000000000";
const surveyingTaxCode = "3040105000000000000";
const hostingTaxCode = "3040203000000000000";
const softwareTaxCode = "3040201000000000000";
const hardwareTaxCode = "1090420990000000000";
const adviceTaxCode = "3040104000000000000";

const createServiceFactory =
  (kind: Kind, taxCode: string) =>
  (code: string, name: string, unit: string, yuan: number, description: string): CatalogService => ({
    code,
    name,
    kind,
    unit,
    priceFen: Math.round(yuan * 100),
    taxCode,
    description,
  });
const flight = createServiceFactory("flight", aviationTaxCode);
const survey = createServiceFactory("flight", surveyingTaxCode);
const storage = createServiceFactory("storage", hostingTaxCode);
const algorithm = createServiceFactory("algorithm", softwareTaxCode);
const device = createServiceFactory("device", hardwareTaxCode);
const support = createServiceFactory("support", adviceTaxCode);
const markOffShelf = (service: CatalogService): CatalogService => ({ ...service, off: true });

/** The 30 services of the demo data. The parent's code is a prefix of the child's. */
const serviceCatalog: readonly CatalogService[] = [
  flight("FX", "飞行作业服务", "架次", 480, "按架次计费的通用飞行作业，含飞手与设备。"),
  flight("FX-01", "巡检飞行", "架次", 560, "按既定航线对线路、场站进行例行巡检。"),
  flight("FX-0101", "电力线路巡检", "公里", 168, "输配电线路精细化巡检，可见光与红外双光拍摄。"),
  flight("FX-0102", "光伏电站巡检", "兆瓦", 320, "组件红外测温，覆盖组串、汇流箱与支架。"),
  flight("FX-0103", "油气管线巡检", "公里", 145, "管线周边占压、泄漏隐患巡查。"),
  survey("FX-02", "测绘飞行", "平方公里", 900, "按测区面积计费的航测外业。"),
  survey("FX-0201", "正射影像航测", "平方公里", 1200, "地面分辨率优于 5 厘米，含像控点布设。"),
  survey("FX-0202", "激光雷达扫描", "平方公里", 2600, "点密度每平方米不少于 16 点。"),
  flight("FX-03", "安防巡逻飞行", "小时", 380, "重点区域定时巡逻与喊话，支持夜航。"),
  storage("CC", "数据存储服务", "GB", 0.6, "影像、视频与日志的云端存储，按月计量。"),
  storage("CC-01", "影像云存储", "GB", 0.68, "原始影像与成果数据双副本存储。"),
  storage("CC-02", "航迹与日志存储", "万条", 12.5, "飞行轨迹、遥测日志保存三年，满足监管要求。"),
  algorithm("SF", "智能算法服务", "次", 1.2, "按调用次数计费的图像与点云分析。"),
  algorithm("SF-01", "目标识别", "张", 0.35, "航拍影像中的目标检测与计数。"),
  algorithm("SF-0101", "人车船识别", "张", 0.3, "人员、车辆、船舶实时识别与跟踪。"),
  algorithm("SF-0102", "绝缘子缺陷识别", "张", 0.8, "自爆、破损、污秽等缺陷识别。"),
  algorithm("SF-0103", "光伏热斑识别", "张", 0.55, "热斑、遮挡、断串识别并定位到组件。"),
  algorithm("SF-02", "三维重建", "平方公里", 680, "由航片生成三维成果。"),
  algorithm("SF-0201", "实景三维建模", "平方公里", 1800, "输出 OSGB 与 3D Tiles 格式模型。"),
  markOffShelf(algorithm("SF-0202", "点云分类", "平方公里", 950, "地面、植被、建筑、电力线自动分类。")),
  device("SB", "设备与配件", "套", 1280, "无人机作业所需设备与配件。"),
  device("SB-01", "云盒标准版", "台", 3980, "机载数据链终端，支持 4G 与 5G 网络接入。"),
  device("SB-02", "自动机场", "台", 98_000, "无人值守起降、充电与环境监测。"),
  device("SB-0201", "固定式自动机场", "台", 128_000, "楼顶或场站固定安装，支持全天候值守。"),
  markOffShelf(device("SB-0202", "车载移动机场", "台", 168_000, "车载部署，适合应急与流动作业。")),
  device("SB-03", "机载喊话器", "台", 2680, "有效距离 300 米，支持文字转语音。"),
  support("ZC", "技术支持服务", "人天", 1500, "部署、培训与报备等技术服务。"),
  support("ZC-01", "驻场运维", "人天", 1800, "工程师驻场保障设备与任务运行。"),
  support("ZC-02", "飞手培训", "人", 4800, "执照培训与平台操作培训，含考试报名。"),
  markOffShelf(support("ZC-03", "空域报备代办", "次", 600, "代为办理飞行活动申请与报备。")),
];

/** Code of the parent: `FX-01` for `FX-0101`, `FX` for `FX-01`, null for `FX`. */
function getParentCode(code: string): string | null {
  const [root = "", rest = ""] = code.split("-");
  if (rest.length === 4) return `${root}-${rest.slice(0, 2)}`;
  return rest.length === 2 ? root : null;
}

type CatalogSeedContext = Pick<SeedContext, "now" | "newId">;
type ServiceInsert = typeof services.$inferInsert;

const dayMs = 86_400_000;
const roundToYuan = (fen: number) => Math.round(fen / 100) * 100;

/** Seeds services, and goods with covers. Deterministic. */
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
    const variant = goodsCatalog.slice(0, index).filter(({ scene }) => scene === catalogGoods.scene).length;
    const picture = await drawGoodsCover(catalogGoods.scene, variant);
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

/** Service rows by code, parents first. */
function createServiceRows({ now, newId }: CatalogSeedContext): Map<string, ServiceInsert> {
  const rows = new Map<string, ServiceInsert>();
  for (const [index, { off, ...service }] of serviceCatalog.entries()) {
    const parent = rows.get(getParentCode(service.code) ?? "");
    // The first is the newest, so that the list, newest first, has the same order.
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
