/** One message for the gateway. */
export interface GatewayMessage {
  /** Identifies this attempt. A gateway does not send a known key again. */
  readonly key: string;
  readonly phone: string;
  readonly content: string;
  readonly signature: string;
  /** Empty for a text without a template. */
  readonly templateCode: string;
}

/** Immediate result: the gateway has accepted or rejected the message. */
export type SubmitResult =
  | { readonly accepted: true; readonly gatewayId: string }
  | { readonly accepted: false; readonly reason: string };

/** Final result of an accepted message. */
export interface DeliveryReport {
  readonly key: string;
  readonly delivered: boolean;
  /** Why it was not delivered. */
  readonly reason: string;
  /** The recipient's reply; `R` declines marketing. */
  readonly reply: string;
}

/** A message whose report is requested. */
export interface ReportQuery {
  readonly key: string;
  /** Empty if the gateway's reply was lost. */
  readonly gatewayId: string;
  readonly phone: string;
}

/** Sends messages and reports on their delivery. */
export interface SmsGateway {
  /** Submits one message. Throws if it is unknown whether the gateway has it. */
  readonly submit: (message: GatewayMessage, signal: AbortSignal) => Promise<SubmitResult>;
  /** Reports that are known by now; others are omitted. */
  readonly reports: (
    queries: readonly ReportQuery[],
    signal: AbortSignal,
  ) => Promise<readonly DeliveryReport[]>;
}
