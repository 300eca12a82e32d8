/** The order page with a new order of this company begun. */
export const toNewOrderPath = (companyId: string, type: "new" | "renew"): string =>
  `/order/orderList?${new URLSearchParams({ "add.companyId": companyId, "add.type": type }).toString()}`;
