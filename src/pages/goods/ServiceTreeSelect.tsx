import { Button, type ComboboxItem, Group, Select, Text } from "@mantine/core";
import { useState } from "react";
import { type ServiceNode, serviceCalls } from "../../../adapters/contract/service.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import classes from "./ServiceTreeSelect.module.css";

interface Props {
  readonly id: string;
  readonly label: string;
  /** Ids of services that are already picked. */
  readonly pickedIds: ReadonlySet<string>;
  readonly disabled: boolean;
  readonly error: boolean;
  readonly onPick: (service: ServiceNode) => void;
  readonly onBlur: () => void;
}

const flattenTree = (nodes: readonly ServiceNode[]): ServiceNode[] =>
  nodes.flatMap((node) => [node, ...flattenTree(node.children)]);

/** Picks services one by one from the tree, by browsing or searching. */
export function ServiceTreeSelect({ id, label, pickedIds, disabled, error, onPick, onBlur }: Props) {
  const { client } = usePageApi();
  const [searchText, setSearchText] = useState("");
  const { result, refetch } = useQuery("tree", (signal) =>
    client.call(serviceCalls.serviceTreeList, { query: {} }, { signal }),
  );
  if (result.state === "error")
    return (
      <Group gap="xs">
        <Text size="sm">服务没有读到</Text>
        <Button size="compact-sm" variant="default" onClick={refetch}>
          重试
        </Button>
      </Group>
    );
  const services = result.state === "success" ? flattenTree(result.data) : [];
  const byId = new Map(services.map((service) => [service.id, service]));
  return (
    <Select
      id={id}
      aria-label={label}
      placeholder={result.state === "pending" ? "正在读取…" : "从服务树中选择，可输入名称或编码搜索"}
      searchable
      searchValue={searchText}
      onSearchChange={setSearchText}
      value={null}
      disabled={disabled || result.state === "pending"}
      error={error}
      nothingFoundMessage="没有匹配的服务"
      maxDropdownHeight={320}
      data={services.map((service) => ({
        value: service.id,
        label: `${service.name} ${service.code}`,
        disabled: pickedIds.has(service.id),
      }))}
      renderOption={({ option }) => <TreeOption option={option} service={byId.get(option.value)} />}
      onChange={(selectedId) => {
        const service = byId.get(selectedId ?? "");
        if (!service) return;
        onPick(service);
        // Picked services are listed below; clear the input for the next one.
        setSearchText("");
      }}
      onBlur={onBlur}
    />
  );
}

interface OptionProps {
  readonly option: ComboboxItem;
  readonly service: ServiceNode | undefined;
}

function TreeOption({ option, service }: OptionProps) {
  if (!service) return option.label;
  const { level, name, status, priceFen, unit } = service;
  return (
    <span className={classes["option"]} data-level={level}>
      <span className={classes["name"]}>
        {name}
        {status === "offShelf" && <span className={classes["off"]}>已下架</span>}
        {option.disabled && <span className={classes["off"]}>已添加</span>}
      </span>
      <span className={classes["price"]}>
        {formatMoney(priceFen)}/{unit}
      </span>
    </span>
  );
}
