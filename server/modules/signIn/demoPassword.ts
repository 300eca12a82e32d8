import { createHash } from "node:crypto";

/** The password of all demo accounts, printed at the start; it opens nothing but a platform on the own machine. */
export const demoPassword = "Aerial@2026";

const demoMd5 = createHash("md5").update(demoPassword).digest("hex");

/** Whether the MD5 is the demo password's. */
export const isDemoPassword = (md5: string): boolean => md5 === demoMd5;
