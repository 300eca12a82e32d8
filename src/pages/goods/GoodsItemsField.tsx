import { ActionIcon, Input, Stack } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { maxGoodsItems } from "../../../adapters/contract/goods.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { formatMoney } from "../../ui/format/formatMoney.ts";
import { NumberField } from "../../ui/NumberField.tsx";
import classes from "./GoodsItemsField.module.css";
import {
  getServiceAmountFen,
  type PickedService,
  parsePickedServices,
  sumServiceAmountsFen,
} from "./pickedServices.ts";
import { ServiceTreeSelect } from "./ServiceTreeSelect.tsx";

/** The services of the goods, picked from the tree, with the amount of each. */
export function GoodsItemsField({
  id,
  label,
  value,
  error,
  required,
  disabled,
  ...handlers
}: CustomFieldProps) {
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
          <ul className={classes["lines"]} aria-label="已选服务">
            {services.map((service) => (
              <li key={service.serviceId} className={classes["line"]}>
                <span className={classes["name"]}>
                  {service.name}
                  <small>
                    {formatMoney(service.priceFen)}/{service.unit}
                    {service.status === "offShelf" && "，已下架"}
                  </small>
                </span>
                <NumberField
                  className={classes["quantity"] ?? ""}
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
                <span className={classes["part"]}>{formatMoney(getServiceAmountFen(service))}</span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  disabled={disabled}
                  aria-label={`移除${service.name}`}
                  title="移除"
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
          <p className={classes["sum"]}>
            服务合计 <b>{formatMoney(sumServiceAmountsFen(services))}</b>
          </p>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

const isValidQuantity = (quantity: PickedService["quantity"]) =>
  typeof quantity === "number" && quantity >= 1 && quantity <= 9999;
