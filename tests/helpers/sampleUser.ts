import type { StoredUser } from "../../adapters/contract/session.ts";

/** A user as a browser keeps them. */
export const sampleUser: StoredUser = {
  id: "7",
  name: "王芳",
  avatar: "",
  introduction: "",
  phoneNumber: "138****0002",
  roles: ["operator"],
  uToken: "u1",
};
