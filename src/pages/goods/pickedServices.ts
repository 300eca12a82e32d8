import * as z from "zod/mini";
import { formatMoney } from "../../ui/format/formatMoney.ts";

/** A service in a form of goods, as it is filled in; the quantity is empty while it is typed. */
const pickedServiceSchema = z.object({
  serviceId: z.string(),
  name: z.string(),
  unit: z.string(),
  priceFen: z.int(),
  status: z.string(),
  quantity: z.union([z.number(), z.literal("")]),
});
export type PickedService = z.infer<typeof pickedServiceSchema>;

const pickedServicesSchema = z.array(pickedServiceSchema);

/** The services that a form's value holds, a kept draft's too. */
export function parsePickedServices(value: unknown): readonly PickedService[] {
  const parsed = pickedServicesSchema.safeParse(value);
  return parsed.success ? parsed.data : [];
}

/** What one service of the goods costs, in fen; nothing while its quantity is being typed. */
export const getServiceAmountFen = ({ priceFen, quantity }: PickedService): number =>
  priceFen * Number(quantity);

/** What all of them cost one by one, in fen. */
export const sumServiceAmountsFen = (services: readonly PickedService[]): number =>
  services.reduce((sum, service) => sum + getServiceAmountFen(service), 0);

/** The services in words, for a comparison. */
export const formatPickedServices = (value: unknown): string =>
  parsePickedServices(value)
    .map((service) => `${service.name} × ${service.quantity}（${formatMoney(getServiceAmountFen(service))}）`)
    .join("、");
