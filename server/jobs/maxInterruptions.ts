/** A job that ends the process, as by its memory, is not to end the next ones too. */
export const maxInterruptions = 3;
