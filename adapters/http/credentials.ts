/** Credentials of the signed-in user; read again for each call. */
export interface Credentials {
  readonly token: string;
  readonly uToken: string;
}
