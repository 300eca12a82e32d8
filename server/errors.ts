/** A reply with a state of its own that commits: a failed login is recorded, a weak password is a state. */
export class StateReply {
  readonly state: number;
  readonly message: string;
  readonly data: unknown;
  constructor(state: number, message: string, data: unknown = null) {
    this.state = state;
    this.message = message;
    this.data = data;
  }
}

/** A business rule forbids the call. The message is shown as it is, and the call is rolled back. */
export class RefusalError extends Error {
  override readonly name = "RefusalError";
  readonly state: number;
  readonly data: unknown;
  constructor(message: string, state = -1, data: unknown = null) {
    super(message);
    this.state = state;
    this.data = data;
  }
}
