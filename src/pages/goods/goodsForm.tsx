import { ActionIcon, Button, type ComboboxItem, Group, Input, Stack, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { goodsCalls, goodsFieldLabels, maxGoodsItems } from "../../../adapters/contract/goods.ts";
import { logoCalls, logoMaxBytes, logoTypes } from "../../../adapters/contract/logo.ts";
import { type ServiceNode, serviceCalls } from "../../../adapters/contract/service.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { CustomFieldProps, FormValues } from "../../list/form/formConfig.ts";
import { recordForm } from "../../list/form/recordForm.ts";
import { OptionSelect } from "../../list/pickers/OptionSelect.tsx";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { NumberField } from "../../ui/NumberField.tsx";
import itemsClasses from "./GoodsItemsField.module.css";
import classes from "./goodsForm.module.css";
import {
  formatPickedServices,
  getServiceAmountFen,
  type PickedService,
  parsePickedServices,
  sumServiceAmountsFen,
} from "./pickedServices.ts";
import treeSelectClasses from "./ServiceTreeSelect.module.css";

interface TreeSelectProps {
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
function ServiceTreeSelect({ id, label, pickedIds, disabled, error, onPick, onBlur }: TreeSelectProps) {
  const { client } = usePageApi();
  const { result, refetch } = useQuery("tree", (signal) =>
    client.call(serviceCalls.serviceTreeList, { query: {} }, { signal }),
  );
  if (result.state === "error")
    return (
      <Group gap="xs">
        <Text size="sm">服务没有读到</Text>
        <Button size="compact-sm" variant="default" onClick={refetch}>
          {word.retry}
        </Button>
      </Group>
    );
  const services = result.state === "success" ? flattenTree(result.data) : [];
  const byId = new Map(services.map((service) => [service.id, service]));
  return (
    <OptionSelect
      id={id}
      aria-label={label}
      placeholder={
        result.state === "pending" ? word.readingNow : "从服务树中选择，可输入名称、拼音或编码搜索"
      }
      searchable
      // Picked services are listed below.
      value={null}
      disabled={disabled || result.state === "pending"}
      error={error}
      nothingFoundMessage="还没有服务"
      maxDropdownHeight={320}
      data={services.map((service) => ({
        value: service.id,
        label: `${service.name} ${service.code}`,
        disabled: pickedIds.has(service.id),
      }))}
      renderOption={({ option }) => <TreeOption option={option} service={byId.get(option.value)} />}
      onChange={(selectedId) => {
        const service = byId.get(selectedId ?? "");
        if (service) onPick(service);
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
    <span className={treeSelectClasses["option"]} data-level={level}>
      <span className={treeSelectClasses["name"]}>
        {name}
        {status === "offShelf" && <span className={treeSelectClasses["off"]}>已下架</span>}
        {option.disabled && <span className={treeSelectClasses["off"]}>已添加</span>}
      </span>
      <span className={treeSelectClasses["price"]}>{`${formatMoney(priceFen)}/${unit}`}</span>
    </span>
  );
}

/** The services of the goods, picked from the tree, with the amount of each. */
function GoodsItemsField({ id, label, value, error, required, disabled, ...handlers }: CustomFieldProps) {
  const services = parsePickedServices(value);
  const isFull = services.length >= maxGoodsItems;
  const updateService = (changed: PickedService) =>
    handlers.onChange(
      services.map((service) => (service.serviceId === changed.serviceId ? changed : service)),
    );
  return (
    <Input.Wrapper id={id} label={label} withAsterisk={required} error={error}>
      <Stack gap="xs" mb={error ? 6 : 0}>
        <ServiceTreeSelect
          id={id}
          label={label}
          pickedIds={new Set(services.map(({ serviceId }) => serviceId))}
          disabled={disabled || isFull}
          error={error !== null && services.length === 0}
          onBlur={handlers.onBlur}
          onPick={({ id: serviceId, name, unit, priceFen, status }) =>
            handlers.onChange([...services, { serviceId, name, unit, priceFen, status, quantity: 1 }])
          }
        />
        {services.length > 0 && (
          <ul className={itemsClasses["lines"]} aria-label="已选服务">
            {services.map((service) => (
              <li key={service.serviceId} className={itemsClasses["line"]}>
                <span className={itemsClasses["name"]}>
                  {service.name}
                  <small>{`${formatMoney(service.priceFen)}/${service.unit}${service.status === "offShelf" ? "，已下架" : ""}`}</small>
                </span>
                <NumberField
                  className={itemsClasses["quantity"] ?? ""}
                  aria-label={`${service.name}的数量`}
                  value={service.quantity}
                  min={1}
                  max={9999}
                  clampBehavior="none"
                  allowDecimal={false}
                  allowNegative={false}
                  error={error !== null && !isValidQuantity(service.quantity)}
                  disabled={disabled}
                  onBlur={handlers.onBlur}
                  onChange={(quantity) =>
                    updateService({ ...service, quantity: typeof quantity === "number" ? quantity : "" })
                  }
                />
                <span className={itemsClasses["part"]}>{formatMoney(getServiceAmountFen(service))}</span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  disabled={disabled}
                  aria-label={`移除${service.name}`}
                  title={word.takeOut}
                  onClick={() =>
                    handlers.onChange(services.filter(({ serviceId }) => serviceId !== service.serviceId))
                  }
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        {services.length > 0 && (
          <p className={itemsClasses["sum"]}>
            {word.servicesTotal} <b>{formatMoney(sumServiceAmountsFen(services))}</b>
          </p>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

const isValidQuantity = (quantity: PickedService["quantity"]) =>
  typeof quantity === "number" && quantity >= 1 && quantity <= 9999;

const toFen = (yuan: unknown): number | null =>
  yuan === "" || Number.isNaN(Number(yuan)) ? null : Math.round(Number(yuan) * 100);

/** Compares the price with the sum of the services' prices. */
function GoodsPrice({ values }: { readonly values: FormValues }) {
  const itemsTotal = sumServiceAmountsFen(parsePickedServices(values["items"]));
  const price = toFen(values["priceFen"]);
  const origin = toFen(values["originPriceFen"]);
  const exceedsOriginal = price !== null && origin !== null && price > origin;
  return (
    <dl className={classes["figures"]} aria-live="polite">
      <div>
        <dt>{word.servicesTotal}</dt>
        <dd>{formatMoney(itemsTotal)}</dd>
      </div>
      <div className={classes["price"]}>
        <dt>{word.price}</dt>
        <dd
          data-exceeds-original={exceedsOriginal || undefined}
        >{`${price === null ? "-" : formatMoney(price)}${exceedsOriginal ? "，高于原价" : ""}`}</dd>
      </div>
      <div>
        <dt>与合计相比</dt>
        <dd>{price === null || !(itemsTotal > 0) ? "-" : formatDifference(price, itemsTotal)}</dd>
      </div>
    </dl>
  );
}

function formatDifference(price: number, parts: number): string {
  if (price === parts) return "持平";
  return price < parts ? `优惠 ${formatMoney(parts - price)}` : `高出 ${formatMoney(price - parts)}`;
}

/** Adds and edits goods. */
export const goodsForm = recordForm({
  name: "goods",
  save: goodsCalls.goodsSave,
  detailCall: goodsCalls.goodsDetails,
  container: "drawer",
  summary: GoodsPrice,
  sections: [
    {
      title: "商品信息",
      fields: [
        { kind: "text", name: "name", label: goodsFieldLabels.name, placeholder: "如 电力巡检年度套餐" },
        { kind: "text", name: "code", label: goodsFieldLabels.code, placeholder: "如 TC-DL-Y" },
        {
          kind: "file",
          name: "cover",
          label: word.cover,
          upload: logoCalls.logoUpload,
          accept: logoTypes,
          maxBytes: logoMaxBytes,
          hint: "PNG、JPEG 或 WebP，不超过 2 MB，建议 3:2",
          wide: true,
        },
      ],
    },
    {
      title: word.includedServices,
      fields: [
        {
          kind: "custom",
          name: "items",
          label: word.service,
          control: GoodsItemsField,
          formatValue: formatPickedServices,
          wide: true,
        },
      ],
    },
    {
      title: "价格",
      fields: [
        { kind: "number", name: "months", label: goodsFieldLabels.months, initial: "12" },
        { kind: "money", name: "originPriceFen", label: goodsFieldLabels.originPriceFen },
        { kind: "money", name: "priceFen", label: goodsFieldLabels.priceFen, hint: "不能高于原价" },
      ],
    },
    {
      title: word.description,
      fields: [{ kind: "longText", name: "description", label: goodsFieldLabels.description, wide: true }],
    },
  ],
});
