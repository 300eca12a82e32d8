import { Cascader, type CascaderOption, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { rootRegionId } from "../../../adapters/contract/region.ts";
import { cascaderPlacement } from "./dropdownPlacement.ts";
import { findRegionPath, type RegionsByParent } from "./regionPath.ts";
import { useRegions } from "./useRegions.ts";

interface Props {
  readonly id?: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly onBlur?: () => void;
  readonly label?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  /** Provinces and cities can be chosen too, as a condition over all below them. */
  readonly anyLevel?: boolean;
}

// Stands for children that are not read yet. The cascader opens a column only where something can be chosen in it.
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

/** Province, city, county; each level is read when it is opened. */
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

/** Stands for the children of a region that was just opened, has them read, and says how that goes. */
function LoadingOption({ parentId, load, children }: LoadingOptionProps) {
  const startLoading = useEffectEvent(load);
  useEffect(() => void startLoading(parentId), [parentId]);
  return (
    <Text span c="dimmed" size="sm">
      {children}
    </Text>
  );
}
