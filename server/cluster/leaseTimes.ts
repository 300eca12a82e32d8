/** How long a lease lasts after each renewal, by the database's clock, as an SQL interval. */
export const leaseDuration = "6 seconds";
/** Interval of renewals. */
export const renewMs = 2_000;
/** Without a renewal for this long, a process no longer trusts its lease: shorter than `leaseDuration`. */
export const renewDeadlineMs = 4_000;
