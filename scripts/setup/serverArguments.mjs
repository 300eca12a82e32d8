/** What Node runs the platform with, from the checkout's root. */
export const serverArguments = ["--import", "./server/resolveOnce.ts", "server/main.ts"];
