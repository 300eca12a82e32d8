import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { staff } from "../db/schema/staff.ts";
import type { InitialLogin } from "./createFirstAdmin.ts";
import { verifyPassword } from "./passwordHash.ts";

export interface FirstAdminFile {
  readonly path: string;
  /** Writes the file atomically and durably, readable by its owner only. */
  readonly write: (login: InitialLogin) => void;
  /** Removes the file once its password no longer works. Resolves to whether the file still exists. */
  readonly removeIfChanged: (db: Db) => Promise<boolean>;
}

/** The file in the data folder with the first admin's login, until the password is changed. */
export function createFirstAdminFile(dataDir: string): FirstAdminFile {
  const file = path.resolve(dataDir, "first-admin.txt");
  return {
    path: file,
    write({ phoneNumber, password }) {
      const draft = `${file}.new`;
      // An existing file would retain its mode.
      rmSync(draft, { force: true });
      const handle = openSync(draft, "wx", 0o600);
      try {
        writeSync(handle, `phone: ${phoneNumber}\npassword: ${password}\n`);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      renameSync(draft, file);
      fsyncFolder(path.dirname(file));
    },
    async removeIfChanged(db) {
      const login = readLogin(file);
      if (login === null) return false;
      if (await canLogIn(db, login)) return true;
      rmSync(file, { force: true });
      return false;
    },
  };
}

/** Makes a rename survive a power loss. Windows cannot open folders. */
function fsyncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Reads the login from the file; parts that were edited out are empty. Null if there is no file. */
function readLogin(file: string): InitialLogin | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const part = (name: string) => new RegExp(`^${name}: (.+)$`, "m").exec(text)?.[1]?.trim() ?? "";
  return { phoneNumber: part("phone"), password: part("password") };
}

async function canLogIn(db: Db, { phoneNumber, password }: InitialLogin): Promise<boolean> {
  const [member] = await db
    .select({ passwordHash: staff.passwordHash })
    .from(staff)
    .where(and(eq(staff.phoneNumber, phoneNumber), isNull(staff.deletedAt)));
  if (!member) return false;
  return verifyPassword(member.passwordHash, createHash("md5").update(password).digest("hex"));
}
