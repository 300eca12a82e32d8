/** The package declares no types for its smaller build, which has the same interface. */
declare module "hls.js/light" {
  export { default } from "hls.js";
}
