import type { Budget } from "./bundleBudget.ts";

const shell = ["index.html", "src/app/shell/Console.tsx"];

/** The pages with a budget: design figures, measured against the lightest of comparable consoles. */
export const budgets: readonly Budget[] = [
  { page: "login", entries: ["index.html"], wireKb: 140, scriptKb: 120, requests: 8 },
  { page: "list", entries: [...shell, "src/pages/account/accountList.page.tsx"], wireKb: 285, scriptKb: 250 },
  { page: "map", entries: [...shell, "src/pages/page/page.page.tsx"], wireKb: 365, scriptKb: 330 },
];
