import { encryptSecret } from "../../server/auth/encryptSecret.ts";
import type { accessKeys } from "../../server/db/schema/accessKey.ts";
import type { drones } from "../../server/db/schema/drone.ts";
import type { tasks } from "../../server/db/schema/task.ts";
import type { Platform } from "../../server/platform.ts";

/** An access key and its secret. */
export interface SigningKey {
  readonly accessKey: string;
  readonly secret: string;
}

type TaskRow = typeof tasks.$inferInsert;

/** A planned task as reported by a company's program, planned for `createdAt`. */
export const createReportedTask = (
  company: { readonly id: string; readonly name: string },
  fields: Pick<TaskRow, "id" | "createdAt" | "taskNo" | "name" | "droneSn" | "search">,
): TaskRow => ({
  updatedAt: fields.createdAt,
  plannedAt: fields.createdAt,
  kind: "patrol",
  status: "planned",
  source: "device",
  companyId: company.id,
  companyName: company.name,
  pilotName: "李四",
  pilotPhone: "13800001234",
  droneModel: "DJI Matrice 3TD",
  route: [],
  lng: 105.46,
  lat: 39.92,
  airspace: "suitable",
  uomStatus: "reported",
  ...fields,
});

/** A registered drone without a place, as 设备接入 enters it. */
export const createDroneRow = (
  company: { readonly id: string; readonly name: string },
  { id, createdAt, sn }: { readonly id: string; readonly createdAt: Date; readonly sn: string },
): typeof drones.$inferInsert => ({
  id,
  createdAt,
  updatedAt: createdAt,
  name: `无人机${sn}`,
  sn,
  model: "DJI Matrice 3TD",
  uavClass: "light",
  registrationNo: "",
  companyId: company.id,
  companyName: company.name,
  status: "offline",
  search: sn.toLowerCase(),
});

/** The row of a company's access key. */
export const createKeyRow = (
  { secretKey, randomBytes, newId }: Pick<Platform, "secretKey" | "randomBytes" | "newId">,
  { accessKey, secret }: SigningKey,
  owner: { readonly companyId: string; readonly createdBy: string; readonly createdAt: Date },
): typeof accessKeys.$inferInsert => ({
  id: newId(),
  accessKey,
  sealedSecret: encryptSecret(secretKey, randomBytes, secret),
  ...owner,
});
