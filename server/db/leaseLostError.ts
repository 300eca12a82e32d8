/** Another process owns the lease that a write needs: nothing of the transaction may be stored. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}
