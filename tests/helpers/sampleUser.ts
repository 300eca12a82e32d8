import type { StoredUser } from "../../adapters/contract/session.ts";

/** A signed-in user as the browser stores it. */
export const sampleUser: StoredUser = {
  id: "7",
  name: "王芳",
  avatar: "",
  introduction: "",
  phoneNumber: "138****0002",
  roles: ["operator"],
  uToken: "u1",
};
