import type { Actor } from "../call.ts";

/** Whether the staff member sees the exports and imports of others. */
export const canSeeAllJobs = ({ roles }: Pick<Actor, "roles">): boolean => roles.includes("admin");
