/** How long a lease lasts by the database's clock, as SQL. */
export const leaseInterval = "6 seconds";
/** Leases are renewed this often. */
export const renewMs = 2_000;
/** Whoever has renewed nothing for so long no longer acts on its lease: it ends before another may take it. */
export const trustMs = 4_000;
