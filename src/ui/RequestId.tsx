interface Props {
  /** Without a `reqId`, as for an error without a response, nothing is shown. */
  readonly error: { readonly kind?: string; readonly reqId?: string | null } | null;
  /** Whether it is next to a form's error; hidden then if the user can correct the input. */
  readonly form?: boolean;
}

/** Errors that the user can correct; support has nothing to look up. */
const correctableKinds: readonly (string | undefined)[] = [
  "refused",
  "invalid",
  "captcha",
  "code",
  "conflict",
  "initialPassword",
  "secondFactor",
];

/** The id of a failed request, for support; one click selects all of it. */
export const RequestId = ({ error, form }: Props) =>
  error?.reqId && !(form && correctableKinds.includes(error.kind)) ? (
    <span className="request-id" role="note" aria-label={`请求编号 ${error.reqId}`}>
      请求编号 <span>{error.reqId}</span>
    </span>
  ) : null;
