/** What stands for a verification code wherever the message is shown or kept. */
export const codePlaceholder = "******";

/** Six digits of chance. */
export const generateCode = (randomBytes: (count: number) => Buffer): string =>
  String(randomBytes(4).readUInt32BE() % 1_000_000).padStart(6, "0");

/** The message with its code in it, as it goes to the phone. */
export const insertCode = (content: string, code: string): string =>
  content.replace(codePlaceholder, () => code);
