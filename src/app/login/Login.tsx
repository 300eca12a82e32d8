import type { Arrival } from "../entry/leaveReasons.ts";

export function Login({ arrival }: { readonly arrival: Arrival }) {
  return <main>{arrival.reason}</main>;
}
