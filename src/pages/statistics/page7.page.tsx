import { SegmentedControl, Title } from "@mantine/core";
import { statisticsCalls } from "../../../adapters/contract/statistics.ts";
import { useQuery } from "../../list/useQuery.ts";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { ConditionBar } from "./ConditionBar.tsx";
import { toStatisticsBody } from "./conditions.ts";
import { viewChoices } from "./measures.ts";
import { loadOutlines } from "./region/loadOutlines.ts";
import { RegionCards } from "./region/RegionCards.tsx";
import {
  parseRegionMeasure,
  parseRegionView,
  type RegionMeasureName,
  regionMeasures,
} from "./region/regionMeasures.ts";
import { areFiguresTold } from "./region/regionRows.ts";
import classes from "./Statistics.module.css";
import { useConditions } from "./useConditions.ts";
import { useStatistics } from "./useStatistics.ts";

export const meta = {
  path: "/statistics/page7",
  title: "地域分布",
  group: "statistics",
  order: 2,
  icon: "IconMap2",
  roles: ["admin", "operator", "finance"],
  right: "/statistics/company",
  firstView: ["./region/RegionMap.tsx"],
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "客户和业务在全国的分布：哪个省、哪个市最多。",
  lines: [
    "「分级」按地区着色，「热力」按企业位置显示疏密。",
    "点一个地区进入下一级，从地区层级返回。",
    "「新增」只算所选日期内的，「累计」算到结束日为止的全部。",
    "旁边是前十名，与地图同样的条件。",
    "统计内容可换成企业、订单或架次。",
    "点数字打开同样条件的列表。",
    "日期内没有数据时，请换一个日期范围。",
    "地图上的颜色对应图例，数字也可以看数据表。",
  ],
};

export default RegionPage;

const measureChoices = Object.entries(regionMeasures).map(([value, { label }]) => ({ value, label }));
const callBySource = {
  companies: statisticsCalls.statisticsCompany,
  orders: statisticsCalls.statisticsOrder,
  flights: statisticsCalls.statisticsTask,
} as const satisfies Readonly<Record<RegionMeasureName, unknown>>;

/** 地域分布: companies, orders and flights by province, city and county. */
function RegionPage() {
  const { conditions, now, params, change, setParam, updateNow } = useConditions();
  const name = parseRegionMeasure(params.get("measure"));
  const { views } = regionMeasures[name];
  const view = parseRegionView(name, params.get("show"));
  // Another platform has places with their numbers, and no figures by region.
  const { config } = usePageApi();
  const firstMap = config.extensions ? "areas" : "heat";
  const isHeat = name === "companies" && (params.get("map") ?? firstMap) === "heat";
  const { regionId } = conditions;
  const { result, refetch } = useQuery(`outlines ${regionId}`, () => loadOutlines(regionId));
  const outlines = result.state === "success" ? result.data : null;
  // A county has nothing below it: its city is shown, which the outlines know. Another platform's they may not know.
  const shownRegion = outlines && outlines.path.length > 0 ? outlines.regionId : regionId;
  const isKnown = regionId === null || result.state !== "pending";
  const query = isKnown
    ? { ...conditions, granularity: "month" as const, compared: null, regionId: shownRegion }
    : null;
  const counted = useStatistics("region", query && { ...query, name }, async (client, wanted, signal) => {
    const body = { ...toStatisticsBody(wanted), byRegion: true };
    return await client.call(callBySource[wanted.name], { body }, { signal, quiet: true });
  });
  const areCompaniesTold =
    counted.data === null || areFiguresTold(counted.data, regionMeasures[name].measure, outlines);
  const needsPlaces = isHeat || (name === "companies" && !config.extensions && !areCompaniesTold);
  const places = useStatistics(
    "heat",
    needsPlaces ? query && { ...query, view } : null,
    (client, { from, to, regionId: region, view: wantedView }, signal) =>
      client.call(
        statisticsCalls.statisticsHeat,
        {
          query: {
            ...(wantedView === "added" ? { from } : {}),
            to,
            ...(region === null ? {} : { regionId: region }),
          },
        },
        { signal, quiet: true },
      ),
  );
  return (
    <div className={classes["page"]}>
      <Title order={1} className={classes["hidden"] ?? ""}>
        地域分布
      </Title>
      <ConditionBar
        conditions={conditions}
        now={now}
        isBusy={counted.isBusy || (needsPlaces && places.isBusy)}
        onChange={change}
        onRefresh={() => {
          updateNow();
          counted.refresh();
          if (needsPlaces) places.refresh();
        }}
      >
        <SegmentedControl
          size="xs"
          aria-label="统计内容"
          value={name}
          data={measureChoices}
          onChange={(value) => setParam("measure", value === "companies" ? null : value)}
        />
        {views.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="新增或累计"
            value={view}
            data={viewChoices}
            onChange={(value) => setParam("show", value === views[0] ? null : value)}
          />
        )}
        {name === "companies" && (
          <SegmentedControl
            size="xs"
            aria-label="地图样式"
            value={isHeat ? "heat" : "areas"}
            data={[
              { value: "areas", label: "分级" },
              { value: "heat", label: "热力" },
            ]}
            onChange={(value) => setParam("map", value === firstMap ? null : value)}
          />
        )}
      </ConditionBar>
      <RegionCards
        name={name}
        view={view}
        counted={counted}
        places={needsPlaces ? places : null}
        isHeat={isHeat}
        outlines={outlines}
        hasMapFailed={result.state === "error"}
        onRetryMap={refetch}
        onOpen={(code) => change({ regionId: code })}
      />
    </div>
  );
}
