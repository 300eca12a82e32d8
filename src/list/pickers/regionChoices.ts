import { type FoundRegion, regionCalls, rootRegionId } from "../../../adapters/contract/region.ts";
import type { Choice, ChoiceSource } from "./choiceSource.ts";

const toChoice = ({ id, path }: Pick<FoundRegion, "id" | "path">): Choice => ({
  value: id,
  label: path.join(""),
});

/** Provinces, cities and counties by name, pinyin or code; the provinces before anything is typed. */
export const regionChoices: ChoiceSource = {
  recentName: "region",
  placeholder: "输入省、市、区县名称或拼音搜索",
  async search(client, typed, signal) {
    const text = typed.trim();
    if (text !== "")
      return (await client.call(regionCalls.regionSearch, { query: { text } }, { signal })).map(toChoice);
    const provinces = await client.call(regionCalls.regionList, { params: { id: rootRegionId } }, { signal });
    return provinces.map(({ id, name }) => ({ value: id, label: name }));
  },
  async fetchByIds(client, ids, signal) {
    const found = await Promise.all(
      ids.map((text) => client.call(regionCalls.regionSearch, { query: { text } }, { signal })),
    );
    return found
      .flat()
      .filter(({ id }) => ids.includes(id))
      .map(toChoice);
  },
};
