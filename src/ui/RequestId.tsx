interface Props {
  /** Shows nothing where the failure was no answer of the server's. */
  readonly error: { readonly kind?: string; readonly reqId?: string | null } | null;
  /** Beside a form's error: nothing either where the user can mend it. */
  readonly form?: boolean;
}

/** Kinds that tell a user what to mend: there is nothing to look up for anybody else. */
const correctableKinds: readonly (string | undefined)[] = [
  "refused",
  "invalid",
  "captcha",
  "conflict",
  "initialPassword",
];

/** The number of a failed request, which a user reads out to support; one click selects it whole. */
export const RequestId = ({ error, form }: Props) =>
  error?.reqId && !(form && correctableKinds.includes(error.kind)) ? (
    <span className="request-id" role="note" aria-label={`请求编号 ${error.reqId}`}>
      请求编号 <span>{error.reqId}</span>
    </span>
  ) : null;
