import { expect, test } from "vitest";
import { parsePickedServices, sumServiceAmountsFen } from "../../src/pages/goods/pickedServices.ts";

const service = { serviceId: "1", name: "飞行", unit: "次", status: "onShelf", quantity: 2, priceFen: 500 };

test("a service whose price another platform does not tell stays picked, and the sum is not known", () => {
  const services = parsePickedServices([service, { ...service, serviceId: "2", priceFen: Number.NaN }]);
  expect(services.map(({ serviceId }) => serviceId)).toEqual(["1", "2"]);
  expect(sumServiceAmountsFen(services)).toBeNaN();
  // As JSON has it of a draft.
  expect(parsePickedServices([{ ...service, priceFen: null }])[0]?.priceFen).toBeNaN();
});

test("a service without a quantity yet counts nothing", () => {
  expect(sumServiceAmountsFen(parsePickedServices([service, { ...service, quantity: "" }]))).toBe(1_000);
});
