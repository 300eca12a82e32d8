import type { Envelope } from "../../adapters/contract/envelope.ts";

/** How the owner of the live picture refused a call that was handed over to it. */
export class OwnerRefusal extends Error {
  override readonly name = "OwnerRefusal";
  readonly response: { readonly status: number; readonly body: Envelope; readonly retryAfter?: number };
  constructor(response: OwnerRefusal["response"]) {
    super(response.body.message);
    this.response = response;
  }
}
