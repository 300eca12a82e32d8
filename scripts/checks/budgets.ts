import type { Budget } from "./checkBundleBudgets.ts";

/** Budgets by page: design figures, based on the lightest comparable consoles. */
export const pageBudgets: readonly Budget[] = [
  { page: "login", entries: ["index.html"], wireKb: 140, scriptKb: 120, requests: 8 },
  { page: "list", entries: ["index.html"], address: "/account/accountList", wireKb: 285, scriptKb: 250 },
  { page: "map", entries: ["index.html"], address: "/page/page", wireKb: 365, scriptKb: 330 },
];
