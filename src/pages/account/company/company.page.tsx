import type { PageMeta } from "../../../pageApi/pageMeta.ts";
import { CompanyPanorama } from "./CompanyPanorama.tsx";

export const meta = {
  path: "/company/:id",
  title: "企业全景",
  group: "account",
  order: 20,
  icon: "IconBuilding",
  roles: ["admin", "operator", "finance"],
  hidden: true,
} as const satisfies PageMeta;

export default CompanyPanorama;
