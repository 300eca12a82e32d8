/** One message as the gateway gets it. */
export interface GatewayMessage {
  /** Names this attempt; a gateway that knows it already does not send again. */
  readonly key: string;
  readonly phone: string;
  readonly content: string;
  readonly signature: string;
  /** Empty of a text that follows no template. */
  readonly templateCode: string;
}

/** What the gateway says at once: it has taken the message, or will not. */
export type SubmitResult =
  | { readonly accepted: true; readonly gatewayId: string }
  | { readonly accepted: false; readonly reason: string };

/** What has become of a message that it had taken. */
export interface DeliveryReport {
  readonly key: string;
  readonly delivered: boolean;
  /** Why it did not arrive. */
  readonly reason: string;
  /** What the phone has answered, `R` for no more marketing. */
  readonly reply: string;
}

/** A message that reports are asked for. */
export interface ReportQuery {
  readonly key: string;
  /** Empty where the gateway's answer was lost. */
  readonly gatewayId: string;
  readonly phone: string;
}

/** The way out to the phones. */
export interface SmsGateway {
  /** Hands one message over. Throws where it is not known whether the gateway has it. */
  readonly submit: (message: GatewayMessage, signal: AbortSignal) => Promise<SubmitResult>;
  /** What is known by now of these; what is not yet is left out. */
  readonly reports: (
    queries: readonly ReportQuery[],
    signal: AbortSignal,
  ) => Promise<readonly DeliveryReport[]>;
}
