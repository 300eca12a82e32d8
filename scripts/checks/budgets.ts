import type { Budget } from "./checkBundleBudgets.ts";

/** Budgets by page: design figures, based on the lightest comparable consoles. */
export const pageBudgets: readonly Budget[] = [
  { page: "login", entries: ["index.html"], wireKb: 140, scriptKb: 120, requests: 8 },
  { page: "list", entries: ["index.html"], address: "/account/accountList", wireKb: 285, scriptKb: 250 },
  { page: "map", entries: ["index.html"], address: "/page/page", wireKb: 365, scriptKb: 330 },
  {
    page: "charts",
    // Its charts are loaded apart from the page.
    entries: [
      "index.html",
      "src/pages/statistics/trend/TrendChart.tsx",
      "src/pages/statistics/share/ShareChart.tsx",
    ],
    address: "/statistics/echarts",
    wireKb: 425,
    scriptKb: 400,
  },
  {
    page: "regions",
    entries: ["index.html", "src/pages/statistics/region/RegionMap.tsx"],
    address: "/statistics/page7",
    wireKb: 425,
    scriptKb: 400,
  },
];
