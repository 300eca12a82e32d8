import { Cascader, type CascaderOption, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { rootRegionId } from "../../../adapters/contract/region.ts";
import { type Children, pathOf } from "./regionPath.ts";
import { roomForColumns } from "./roomForChoices.ts";
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
const waiting = "…";

function optionsOf(parent: string, known: Children): CascaderOption[] {
  return (known[parent] ?? []).map(({ id, name, hasChildren }) => ({
    value: id,
    label: name,
    ...(hasChildren
      ? {
          children: known[id] ? optionsOf(id, known) : [{ value: `${id}${waiting}`, label: "正在读取…" }],
        }
      : {}),
  }));
}

/** Province, city, county; each level is read when it is opened. */
export function RegionSelect({ value, onChange, anyLevel = false, ...input }: Props) {
  const { known, read, failed } = useRegions(value);
  const narrow = useMediaQuery("(max-width: 575px)");
  const path = value === null ? null : pathOf(value, known);
  const reading = failed ? "读取失败，请重新打开" : "正在读取…";
  return (
    <Cascader
      {...input}
      {...roomForColumns}
      data={optionsOf(rootRegionId, known)}
      value={path ? path.map(({ id }) => id) : null}
      onChange={(chosen) => {
        const last = chosen?.at(-1) ?? null;
        if (last?.endsWith(waiting) !== true) onChange(last);
      }}
      onDropdownOpen={() => void read(rootRegionId)}
      changeOnSelect={anyLevel}
      closeOnSelect={!anyLevel}
      clearable
      separator="/"
      columnWidth={narrow ? 108 : 140}
      placeholder={value === null ? "请选择地区" : path ? "" : reading}
      nothingFoundMessage={known[rootRegionId] ? "没有下级地区" : reading}
      renderOption={({ value: option, label }) =>
        option.endsWith(waiting) ? (
          <Reading of={option.slice(0, -1)} read={read}>
            {reading}
          </Reading>
        ) : (
          label
        )
      }
    />
  );
}

interface ReadingProps {
  readonly of: string;
  readonly read: (parent: string) => Promise<void>;
  readonly children: string;
}

/** Stands for the children of a region that was just opened, has them read, and says how that goes. */
function Reading({ of, read, children }: ReadingProps) {
  const begin = useEffectEvent(read);
  useEffect(() => void begin(of), [of]);
  return (
    <Text span c="dimmed" size="sm">
      {children}
    </Text>
  );
}
