import { Cascader, type CascaderOption, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { regionCalls, rootRegionId } from "../../../adapters/contract/region.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { toCallError } from "../toCallError.ts";
import { cascaderPlacement } from "./dropdownPlacement.ts";
import { findRegionPath, getAncestorCodes, type RegionsByParent } from "./regionPath.ts";

/** The loaded part of the region tree: provinces, opened regions, and the ancestors of `value`. */
function useRegions(value: string | null): {
  readonly regions: RegionsByParent;
  readonly load: (parent: string) => Promise<void>;
  /** Whether the last request failed; `load` retries, which also resumes loading the ancestors. */
  readonly failed: boolean;
} {
  const { client } = usePageApi();
  const [regions, setRegions] = useState<RegionsByParent>({});
  const [failed, setFailed] = useState(false);
  const load = async (parent: string) => {
    setFailed(false);
    if (regions[parent]) return;
    try {
      const children = await client.call(regionCalls.regionList, { params: { id: parent } });
      setRegions((previous) => ({ ...previous, [parent]: children }));
    } catch (error) {
      toCallError(error);
      setFailed(true);
    }
  };
  useEffect(() => {
    if (value === null || failed || findRegionPath(value, regions)) return;
    const missing = [rootRegionId, ...getAncestorCodes(value)].find((parent) => {
      if (regions[parent]) return false;
      return parent === rootRegionId || findRegionPath(parent, regions)?.at(-1)?.hasChildren === true;
    });
    if (missing === undefined) return;
    const controller = new AbortController();
    client.call(regionCalls.regionList, { params: { id: missing } }, { signal: controller.signal }).then(
      (children) => setRegions((previous) => ({ ...previous, [missing]: children })),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        toCallError(error);
        setFailed(true);
      },
    );
    return () => controller.abort();
  }, [client, value, regions, failed]);
  return { regions, load, failed };
}

interface Props {
  readonly id?: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly onBlur?: () => void;
  readonly label?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  /** Provinces and cities can be selected too, as a condition for everything within them. */
  readonly anyLevel?: boolean;
}

// Marks a placeholder for children that are not loaded: the cascader only opens a column with options.
const loadingSuffix = "…";

function toOptions(parent: string, regions: RegionsByParent): CascaderOption[] {
  return (regions[parent] ?? []).map(({ id, name, hasChildren }) => ({
    value: id,
    label: name,
    ...(hasChildren
      ? {
          children: regions[id]
            ? toOptions(id, regions)
            : [{ value: `${id}${loadingSuffix}`, label: "正在读取…" }],
        }
      : {}),
  }));
}

/** Selects province, city, county; each level is loaded when it is opened. */
export function RegionSelect({ value, onChange, anyLevel = false, ...inputProps }: Props) {
  const { regions, load, failed } = useRegions(value);
  const narrow = useMediaQuery("(max-width: 575px)");
  const path = value === null ? null : findRegionPath(value, regions);
  const loadingText = failed ? "读取失败，请重新打开" : "正在读取…";
  return (
    <Cascader
      {...inputProps}
      {...cascaderPlacement}
      data={toOptions(rootRegionId, regions)}
      value={path ? path.map(({ id }) => id) : null}
      onChange={(selected) => {
        const last = selected?.at(-1) ?? null;
        if (last?.endsWith(loadingSuffix) !== true) onChange(last);
      }}
      onDropdownOpen={() => void load(rootRegionId)}
      changeOnSelect={anyLevel}
      closeOnSelect={!anyLevel}
      clearable
      separator="/"
      columnWidth={narrow ? 108 : 140}
      placeholder={value === null ? "请选择地区" : path ? "" : loadingText}
      nothingFoundMessage={regions[rootRegionId] ? "没有下级地区" : loadingText}
      renderOption={({ value: option, label }) =>
        option.endsWith(loadingSuffix) ? (
          <LoadingOption parentId={option.slice(0, -1)} load={load}>
            {loadingText}
          </LoadingOption>
        ) : (
          label
        )
      }
    />
  );
}

interface LoadingOptionProps {
  readonly parentId: string;
  readonly load: (parent: string) => Promise<void>;
  readonly children: string;
}

/** Placeholder for a region's children: loads them when mounted and shows the progress. */
function LoadingOption({ parentId, load, children }: LoadingOptionProps) {
  const startLoading = useEffectEvent(load);
  useEffect(() => void startLoading(parentId), [parentId]);
  return (
    <Text span c="dimmed" size="sm">
      {children}
    </Text>
  );
}
