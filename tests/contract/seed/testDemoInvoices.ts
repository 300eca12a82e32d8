import { beforeAll, describe, expect, test } from "vitest";
import { companies } from "../../../server/db/schema/company.ts";
import {
  type InvoiceRecord,
  invoiceNumbers,
  invoiceOrders,
  invoices,
} from "../../../server/db/schema/invoice.ts";
import { type OrderRecord, orders } from "../../../server/db/schema/order.ts";
import type { SeededMoment } from "./seedMoment.ts";

export const testDemoInvoices = (get: () => SeededMoment) =>
  describe("the demo invoices", () => {
    let allInvoices: InvoiceRecord[];
    let links: { invoiceId: string; orderId: string }[];
    let ordersById: Map<string, OrderRecord>;
    beforeAll(async () => {
      allInvoices = await get().db.select().from(invoices).orderBy(invoices.id);
      links = await get().db.select().from(invoiceOrders);
      ordersById = new Map((await get().db.select().from(orders)).map((order) => [order.id, order]));
    });
    const getOrders = ({ id }: InvoiceRecord) =>
      links
        .filter(({ invoiceId }) => invoiceId === id)
        .flatMap(({ orderId }) => ordersById.get(orderId) ?? []);

    test("are 700, with every status, type and title type, for one or several orders", () => {
      expect(allInvoices).toHaveLength(700);
      const kinds = (name: "status" | "type" | "titleType") =>
        [...new Set(allInvoices.map((one) => one[name]))].toSorted().join(" ");
      expect(kinds("status")).toBe("applied cancelled issued rejected reversed reversing");
      expect(kinds("type")).toBe("normal special");
      expect(kinds("titleType")).toBe("company person");
      expect(allInvoices.filter(({ orderCount }) => orderCount > 1).length).toBeGreaterThan(100);
      for (const status of ["applied", "rejected", "cancelled", "reversing", "reversed"])
        expect(allInvoices.filter((one) => one.status === status).length, status).toBeGreaterThan(8);
    });

    test("have amounts that match their orders, lines and taxes", () => {
      // Every link belongs to an invoice that is checked below.
      expect(links.length).toBe(allInvoices.reduce((sum, { orderCount }) => sum + orderCount, 0));
      expect(allInvoices.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBeGreaterThan(1_000_000_00);
      expect(allInvoices.filter(({ taxFen }) => taxFen > 0).length).toBeGreaterThan(500);
      expect(allInvoices.filter(({ lines }) => lines.length > 1).length).toBeGreaterThan(50);
      for (const invoice of allInvoices) {
        expect(invoice.amountFen).toBeGreaterThan(0);
        expect(invoice.lines).not.toEqual([]);
        const own = getOrders(invoice);
        expect(own).toHaveLength(invoice.orderCount);
        expect(own.reduce((sum, { payableFen }) => sum + payableFen, 0)).toBe(invoice.amountFen);
        expect(invoice.lines.reduce((sum, line) => sum + line.exTaxFen, 0)).toBe(invoice.exTaxFen);
        expect(invoice.lines.reduce((sum, line) => sum + line.taxFen, 0)).toBe(invoice.taxFen);
        expect(invoice.exTaxFen + invoice.taxFen).toBe(invoice.amountFen);
        expect(new Set(own.map(({ companyId }) => companyId))).toEqual(new Set([invoice.companyId]));
      }
    });

    test("match the invoice status of every order", () => {
      const orderStatuses: Readonly<Record<string, string>> = {
        applied: "applied",
        issued: "issued",
        reversing: "issued",
      };
      const expectedStatus = new Map<string, string>();
      for (const invoice of allInvoices) {
        const orderStatus = orderStatuses[invoice.status];
        for (const { id, status, contractNo } of getOrders(invoice)) {
          expect(["paid", "finished"].includes(status) || contractNo !== "").toBe(true);
          if (orderStatus) expectedStatus.set(id, orderStatus);
        }
      }
      for (const { id, invoiceStatus } of ordersById.values())
        expect(invoiceStatus).toBe(expectedStatus.get(id) ?? "none");
      const statuses = [...ordersById.values()].map(({ invoiceStatus }) => invoiceStatus);
      for (const status of ["none", "applied", "issued"])
        expect(statuses.filter((one) => one === status).length, status).toBeGreaterThan(8);
    });

    test("have unique numbers if issued, and no time in the future", async () => {
      const numbers = await get().db.select().from(invoiceNumbers);
      const issued = allInvoices.filter(({ status }) => ["issued", "reversing", "reversed"].includes(status));
      const reversed = allInvoices.filter(({ status }) => status === "reversed");
      expect(numbers).toHaveLength(issued.length + reversed.length);
      for (const { invoiceNo } of numbers) expect(invoiceNo).toMatch(/^2\d{19}$/);
      for (const one of allInvoices) {
        const { status, invoiceNo, redInvoiceNo, redReason, rejectReason, appliedAt, updatedAt, issueDate } =
          one;
        expect(invoiceNo !== "").toBe(issued.includes(one));
        expect(redInvoiceNo !== "").toBe(status === "reversed");
        expect(redReason !== "").toBe(status === "reversing" || status === "reversed");
        expect(rejectReason !== "").toBe(status === "rejected");
        expect(appliedAt.getTime()).toBeLessThanOrEqual(updatedAt.getTime());
        expect(updatedAt.getTime()).toBeLessThanOrEqual(get().now.getTime());
        if (issueDate) expect(issueDate.getUTCHours()).toBe(16);
      }
    });

    test("have the name of their company", async () => {
      const names = new Map((await get().db.select().from(companies)).map(({ id, name }) => [id, name]));
      for (const { companyId, companyName } of allInvoices) expect(names.get(companyId)).toBe(companyName);
    });
  });
