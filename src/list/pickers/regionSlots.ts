import type { CascaderOption } from "@mantine/core";
import { type Region, rootRegionId } from "../../../adapters/contract/region.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { RegionsByParent } from "./regionPath.ts";

/**
 * A cascader remembers its position by the values of its options, and opens a column only if there are options. So
 * options are named by their place, `parent/index`: the first child then has the name of the placeholder that was
 * for it while it was loading, and the position stays valid.
 */
const getSlot = (parent: string, index: number) => `${parent}/${index}`;

const createPlaceholder = (parent: string): CascaderOption => ({
  value: getSlot(parent, 0),
  label: word.readingNow,
});

/** The loaded regions as a cascader's options, with a placeholder for children that are not loaded. */
export const toRegionOptions = (regions: RegionsByParent, parent: string = rootRegionId): CascaderOption[] =>
  (regions[parent] ?? []).map(({ id, name, hasChildren }, index) => ({
    value: getSlot(parent, index),
    label: name,
    ...(hasChildren
      ? { children: regions[id] ? toRegionOptions(regions, id) : [createPlaceholder(id)] }
      : {}),
  }));

interface Slot {
  readonly parent: string;
  /** Undefined while it is loading. */
  readonly region: Region | undefined;
}

/** What is at a place. */
export function findSlot(slot: string, regions: RegionsByParent): Slot {
  // Another platform's ids may have a slash.
  const at = slot.lastIndexOf("/");
  const parent = slot.slice(0, at);
  return { parent, region: regions[parent]?.[Number(slot.slice(at + 1))] };
}

/** The places of a path, topmost first. */
export function getSlotPath(path: readonly Region[], regions: RegionsByParent): string[] {
  const parents = [rootRegionId, ...path.map(({ id }) => id)];
  return path.map(({ id }, level) => {
    const parent = parents[level] ?? rootRegionId;
    return getSlot(parent, regions[parent]?.findIndex((region) => region.id === id) ?? -1);
  });
}
