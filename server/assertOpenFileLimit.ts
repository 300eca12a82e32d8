import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

/** What the process may have open at once is too little. Its message is for the terminal. */
export class FileLimitError extends Error {
  override readonly name = "FileLimitError";
  constructor(options?: ErrorOptions) {
    super(
      "Too few files may be open at once. Allow at least 1024: `ulimit -n 1024`, or LimitNOFILE=1024 in a systemd unit",
      options,
    );
  }
}

/** Some less than 1024, as node has a few dozen open itself. */
const requiredFiles = 960;

/**
 * Opens as many files as a server has open under load, and closes them again. The embedded database keeps hundreds
 * open and does not survive that one more cannot be had: it is to find out before it writes anything.
 * @param openFile answers with a descriptor
 * @throws FileLimitError, and whatever else keeps a file from being opened
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
