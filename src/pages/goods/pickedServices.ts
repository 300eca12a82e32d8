import * as z from "zod/mini";
import { formatMoney } from "../../ui/format/money.ts";

/** A service in a form of goods, as it is filled in; the quantity is empty while it is typed. */
const picked = z.object({
  serviceId: z.string(),
  name: z.string(),
  unit: z.string(),
  priceFen: z.int(),
  status: z.string(),
  quantity: z.union([z.number(), z.literal("")]),
});
export type PickedService = z.infer<typeof picked>;

const list = z.array(picked);

/** The services that a form's value holds, a kept draft's too. */
export function pickedIn(value: unknown): readonly PickedService[] {
  const parsed = list.safeParse(value);
  return parsed.success ? parsed.data : [];
}

/** What one service of the goods costs, in fen; nothing while its quantity is being typed. */
export const partFen = ({ priceFen, quantity }: PickedService): number => priceFen * Number(quantity);

/** What all of them cost one by one, in fen. */
export const partsFen = (services: readonly PickedService[]): number =>
  services.reduce((sum, service) => sum + partFen(service), 0);

/** The services in words, for a comparison. */
export const pickedWords = (value: unknown): string =>
  pickedIn(value)
    .map((service) => `${service.name} × ${service.quantity}（${formatMoney(partFen(service))}）`)
    .join("、");
