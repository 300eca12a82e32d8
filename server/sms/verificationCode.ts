/** Replaces a verification code wherever the message is shown or stored. */
export const codePlaceholder = "******";

/** Generates six random digits. */
export const generateCode = (randomBytes: (count: number) => Buffer): string =>
  String(randomBytes(4).readUInt32BE() % 1_000_000).padStart(6, "0");

/** Inserts the code into a message that is sent to the phone. */
export const insertCode = (content: string, code: string): string =>
  content.replace(codePlaceholder, () => code);
