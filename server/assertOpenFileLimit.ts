import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

/** The process may open too few files. The message is for the terminal. */
export class FileLimitError extends Error {
  override readonly name = "FileLimitError";
  constructor(options?: ErrorOptions) {
    super(
      "Too few files may be open at once. Allow at least 1024: `ulimit -n 1024`, or LimitNOFILE=1024 in a systemd unit",
      options,
    );
  }
}

/** A little below 1024: node itself has a few dozen files open. */
const requiredFiles = 960;

/**
 * Opens as many files as a server has open under load, then closes them. The embedded database holds hundreds open and
 * does not survive a failed open, so this is checked before it writes anything.
 * @param openFile returns a descriptor
 * @throws FileLimitError, or any other error of opening a file
 */
export function assertOpenFileLimit(openFile = () => openSync(devNull, "r")): void {
  const handles: number[] = [];
  try {
    while (handles.length < requiredFiles) handles.push(openFile());
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw code === "EMFILE" || code === "ENFILE" ? new FileLimitError({ cause }) : cause;
  } finally {
    for (const file of handles) closeSync(file);
  }
}
