import * as z from "zod/mini";
import { formatMoney } from "../../ui/format/formatMoney.ts";

/** A service picked in the goods form; the quantity is "" while it is empty. */
const pickedServiceSchema = z.object({
  serviceId: z.string(),
  name: z.string(),
  unit: z.string(),
  // Another platform may not tell it: NaN, and null in a draft.
  priceFen: z.pipe(
    z.nullable(z.union([z.int(), z.nan()])),
    z.transform((price) => price ?? Number.NaN),
  ),
  status: z.string(),
  quantity: z.union([z.number(), z.literal("")]),
});
export type PickedService = z.infer<typeof pickedServiceSchema>;

const pickedServicesSchema = z.array(pickedServiceSchema);

/** Parses the field's value, also from a draft; empty if it is not valid. */
export function parsePickedServices(value: unknown): readonly PickedService[] {
  const parsed = pickedServicesSchema.safeParse(value);
  return parsed.success ? parsed.data : [];
}

/** Amount of one service in fen, NaN without a price; 0 while its quantity is empty. */
export const getServiceAmountFen = ({ priceFen, quantity }: PickedService): number =>
  quantity === "" ? 0 : priceFen * quantity;

/** Sum of the services' amounts in fen. */
export const sumServiceAmountsFen = (services: readonly PickedService[]): number =>
  services.reduce((sum, service) => sum + getServiceAmountFen(service), 0);

/** The services as text, for the comparison after a conflict. */
export const formatPickedServices = (value: unknown): string =>
  parsePickedServices(value)
    .map((service) => `${service.name} × ${service.quantity}（${formatMoney(getServiceAmountFen(service))}）`)
    .join("、");
