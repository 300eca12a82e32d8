import { testPlatform } from "../platform.ts";
import { dataFactory } from "./dataFactory.ts";
import { invoiceDesk } from "./invoiceDesk.ts";
import { orderDesk } from "./orderDesk.ts";

/** Everybody who has to do with orders on a platform of their own, with a goods of 1,200.00 a year: ten 架次. */
export async function orderOffice() {
  const on = await testPlatform();
  const desk = await orderDesk(on);
  const make = await dataFactory(on);
  const goods = await desk.goods({ priceFen: 120_000, months: 12 }, [{ quantity: 10 }]);
  const [admin, operator, finance] = [await on.as("admin"), await on.as("operator"), await on.as("finance")];
  return { on, desk, make, goods, admin, operator, finance };
}

/** Those who apply for invoices and those who issue them, on a platform with demo companies. */
export async function invoiceOffice() {
  const on = await testPlatform({ demo: true });
  const desk = await invoiceDesk(on);
  return { on, desk, operator: await on.as("operator"), finance: await on.as("finance") };
}
