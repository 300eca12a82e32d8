/** The console's logo: a quadcopter from above, in the theme's colour. */
export function DroneLogo({ size }: { readonly size: number }) {
  // Rarely rendered again; the React compiler's caches would only add to the login bundle.
  "use no memo";
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <g fill="none" stroke="var(--mantine-primary-color-5)" strokeWidth="2.2" strokeLinecap="round">
        <path d="M11 11l10 10M21 11L11 21" />
        <circle cx="8.5" cy="8.5" r="4" />
        <circle cx="23.5" cy="8.5" r="4" />
        <circle cx="8.5" cy="23.5" r="4" />
        <circle cx="23.5" cy="23.5" r="4" />
      </g>
      <circle cx="16" cy="16" r="2.8" fill="currentColor" />
    </svg>
  );
}
