import type { CoverScene } from "./drawGoodsCover.ts";

/** A package of the demo catalogue. */
interface CatalogGoods {
  readonly code: string;
  readonly name: string;
  readonly scene: CoverScene;
  readonly months: number;
  /** Price as a share of the sum of the services' prices. */
  readonly share: number;
  /** Service codes and quantities. */
  readonly items: readonly (readonly [code: string, quantity: number])[];
  readonly description: string;
  readonly off?: true;
}

const createGoods = (
  code: string,
  name: string,
  scene: CoverScene,
  months: number,
  share: number,
  items: string,
  description: string,
): CatalogGoods => ({
  code,
  name,
  scene,
  months,
  share,
  items: items.split(" ").map((item) => {
    const [service = "", quantity] = item.split("×");
    return [service, Number(quantity)];
  }),
  description,
});

/** The 24 goods of the demo data. Goods with a service that is off the shelf are off sale. */
export const goodsCatalog: readonly CatalogGoods[] = [
  createGoods(
    "TC-DL-Y",
    "电力巡检年度套餐",
    "pylons",
    12,
    0.82,
    "FX-0101×600 SF-0102×5000 CC-01×2000",
    "覆盖 600 公里线路，一年两轮精细化巡检。",
  ),
  createGoods(
    "TC-DL-Q",
    "电力巡检季度套餐",
    "pylons",
    3,
    0.88,
    "FX-0101×150 SF-0102×1200 CC-01×500",
    "按季度购买，适合检修季前集中巡检。",
  ),
  createGoods(
    "TC-GF-Y",
    "光伏电站智能巡检套餐",
    "panels",
    12,
    0.85,
    "FX-0102×100 SF-0103×6000 CC-01×800",
    "100 兆瓦装机，每年四次红外巡检并出具缺陷报告。",
  ),
  createGoods(
    "TC-GF-S",
    "分布式光伏体检单次包",
    "panels",
    1,
    0.92,
    "FX-0102×10 SF-0103×500",
    "屋顶分布式电站一次性体检。",
  ),
  createGoods(
    "TC-YQ-Y",
    "油气管线巡护年度套餐",
    "pipeline",
    12,
    0.8,
    "FX-0103×800 SF-0101×5000 CC-02×20",
    "每周一次全线巡护，第三方施工及时告警。",
  ),
  createGoods(
    "TC-YQ-H",
    "油气管线巡护半年套餐",
    "pipeline",
    6,
    0.86,
    "FX-0103×400 SF-0101×2500",
    "汛期与施工旺季加密巡护。",
  ),
  createGoods(
    "TC-CH-01",
    "正射影像航测标准包",
    "fields",
    1,
    0.9,
    "FX-0201×20 CC-01×300",
    "20 平方公里测区，十个工作日交付正射影像。",
  ),
  createGoods(
    "TC-CH-02",
    "实景三维城市建模包",
    "city",
    3,
    0.84,
    "FX-0201×50 SF-0201×50 CC-01×2000",
    "50 平方公里倾斜摄影与三维建模一体化交付。",
  ),
  createGoods(
    "TC-CH-03",
    "激光雷达地形测绘包",
    "hills",
    2,
    0.9,
    "FX-0202×30 CC-01×1000",
    "林区、山区高精度地形成果。",
  ),
  {
    ...createGoods(
      "TC-CH-04",
      "激光点云成果定制包",
      "hills",
      2,
      0.88,
      "FX-0202×30 SF-0202×30",
      "点云分类成果按需定制。",
    ),
    off: true,
  },
  createGoods(
    "TC-AF-M",
    "园区安防巡逻月度套餐",
    "city",
    1,
    0.9,
    "FX-03×60 SF-0101×3000",
    "每天两小时定时巡逻，异常自动抓拍。",
  ),
  createGoods(
    "TC-AF-Y",
    "园区安防巡逻年度套餐",
    "city",
    12,
    0.78,
    "FX-03×720 SF-0101×9000 CC-01×1500",
    "全年无人值守巡逻，节假日加密。",
  ),
  createGoods(
    "TC-AF-E",
    "大型活动空中安保包",
    "city",
    1,
    0.93,
    "FX-03×24 SB-03×2 ZC-01×6",
    "赛事、展会现场空中监看与喊话疏导。",
  ),
  createGoods(
    "TC-SL-Y",
    "河湖水域巡查年度套餐",
    "water",
    12,
    0.83,
    "FX-01×240 SF-0101×8000 CC-01×600",
    "排污口、非法采砂与漂浮物巡查。",
  ),
  createGoods(
    "TC-LY-Y",
    "森林防火巡护年度套餐",
    "hills",
    12,
    0.81,
    "FX-01×360 FX-03×200 CC-02×50",
    "防火期每日巡护，热点自动上报。",
  ),
  createGoods(
    "TC-NY-S",
    "农情监测生长季套餐",
    "fields",
    6,
    0.87,
    "FX-0201×60 SF-02×60 CC-01×400",
    "出苗、长势、受灾三次监测。",
  ),
  createGoods(
    "TC-CC-S",
    "影像云存储基础包",
    "cloud",
    12,
    0.95,
    "CC-01×1000 CC-02×10",
    "1 TB 影像与航迹日志存储。",
  ),
  createGoods(
    "TC-CC-L",
    "影像云存储旗舰包",
    "cloud",
    36,
    0.75,
    "CC-01×9000 CC-02×200",
    "三年期大容量存储，适合测绘院所。",
  ),
  createGoods(
    "TC-SF-M",
    "智能识别体验包",
    "cloud",
    1,
    0.9,
    "SF-0101×1000 SF-0103×500",
    "按张计费的识别能力试用组合。",
  ),
  createGoods("TC-SB-01", "云盒入门套装", "device", 12, 0.96, "SB-01×1 CC-02×10", "一台云盒与一年数据接入。"),
  createGoods(
    "TC-SB-05",
    "云盒机队套装（5 台）",
    "device",
    12,
    0.88,
    "SB-01×5 CC-02×60 ZC-02×2",
    "适合五机编队，含两名飞手培训。",
  ),
  createGoods(
    "TC-JC-01",
    "无人值守机场整站方案",
    "device",
    24,
    0.92,
    "SB-0201×1 SB-01×1 ZC-01×10 CC-01×1000",
    "设备、安装、两年运维与数据服务一站式交付。",
  ),
  {
    ...createGoods(
      "TC-JC-02",
      "应急移动机场方案",
      "device",
      24,
      0.94,
      "SB-0202×1 ZC-01×5",
      "应急管理部门流动值守。",
    ),
    off: true,
  },
  createGoods(
    "TC-ZC-01",
    "新客户开通服务包",
    "fields",
    3,
    0.9,
    "ZC-01×3 ZC-02×2",
    "上门部署、系统对接与操作培训。",
  ),
];
