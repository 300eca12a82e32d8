/** What the client needs to know of who is signed in; read anew at each call. */
export interface Credentials {
  readonly token: string;
  readonly uToken: string;
}
