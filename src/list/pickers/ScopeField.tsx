import { Button, Group, Input, Radio, Stack } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import {
  type DutyScope,
  dutyScope,
  dutyScopeBy,
  dutyScopeMax,
  wholeScope,
} from "../../../adapters/contract/dutyScope.ts";
import { type FoundRegion, regionCalls, rootRegionId } from "../../../adapters/contract/region.ts";
import type { CustomFieldProps } from "../form/formConfig.ts";
import { ChoiceSelect } from "./ChoiceSelect.tsx";
import type { Choice, ChoiceSource } from "./choiceSource.ts";
import { companyChoices } from "./companyChoices.ts";

const toChoice = ({ id, path }: Pick<FoundRegion, "id" | "path">): Choice => ({
  value: id,
  label: path.join(""),
});

/** Provinces, cities and counties by name, pinyin or code; the provinces before anything is typed. */
const regionChoices: ChoiceSource = {
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

const pickers = {
  company: { source: companyChoices, label: "添加企业" },
  region: { source: regionChoices, label: "添加地区" },
} as const;

/** What a desk watches or a screen shows: everything, or companies or regions that are added one by one. */
export function ScopeField({ value, label, error, disabled, onChange, onBlur }: CustomFieldProps) {
  const { by, items } = dutyScope.parse(value);
  const set = (next: DutyScope) => onChange(next);
  const add = (id: string | null, name: string) => {
    if (id !== null && items.every((item) => item.id !== id)) set({ by, items: [...items, { id, name }] });
  };
  const picker = by === "all" ? null : pickers[by];
  return (
    <Stack gap={6} onBlur={onBlur}>
      <Radio.Group
        label={label}
        value={by}
        onChange={(next) => set({ ...wholeScope, by: dutyScopeBy.schema.parse(next) })}
      >
        <Group gap="md" mt={4}>
          {dutyScopeBy.options.map((option) => (
            <Radio key={option.value} value={option.value} label={option.label} disabled={disabled} />
          ))}
        </Group>
      </Radio.Group>
      {picker && (
        <>
          {items.length > 0 && (
            <Group gap={4} role="list" aria-label="已选择">
              {items.map(({ id, name }) => (
                <div key={id} role="listitem">
                  <Button
                    size="compact-xs"
                    variant="default"
                    disabled={disabled}
                    aria-label={`去掉 ${name}`}
                    rightSection={<IconX size={12} aria-hidden />}
                    onClick={() => set({ by, items: items.filter((item) => item.id !== id) })}
                  >
                    {name}
                  </Button>
                </div>
              ))}
            </Group>
          )}
          {items.length < dutyScopeMax && (
            // Never has a value of its own: its text is empty again after each choice.
            <ChoiceSelect
              key={by}
              source={picker.source}
              label={picker.label}
              value={null}
              disabled={disabled}
              onChange={add}
            />
          )}
        </>
      )}
      {error !== null && <Input.Error role="alert">{error}</Input.Error>}
    </Stack>
  );
}
