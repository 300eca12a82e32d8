import type { Actor } from "../call.ts";

/** Whether a screen makes the call, not a person. */
export const isScreen = ({ roles }: Pick<Actor, "roles">): boolean => roles.includes("display");
