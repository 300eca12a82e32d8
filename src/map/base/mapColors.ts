export type MapScheme = "light" | "dark";

/** Colours of the embedded base map. */
export interface MapColors {
  readonly sea: string;
  readonly land: string;
  readonly china: string;
  readonly lake: string;
  readonly river: string;
  readonly nation: string;
  readonly nationGlow: string;
  readonly province: string;
  readonly city: string;
  readonly county: string;
  readonly border: string;
  readonly labels: { readonly large: string; readonly middle: string; readonly small: string };
  readonly seaLabel: string;
  readonly graticule: string;
}

export const mapColors: Readonly<Record<MapScheme, MapColors>> = {
  light: {
    sea: "#d5e6f5",
    land: "#f1f0ec",
    china: "#fbfaf7",
    lake: "#c3dcf1",
    river: "#a9cfee",
    nation: "#b0688b",
    nationGlow: "rgba(176, 104, 139, 0.18)",
    province: "#a9a3b8",
    city: "#b7b2c4",
    county: "#c1bccc",
    border: "#cdc8c0",
    labels: { large: "#2b3a4d", middle: "#4c5b6e", small: "#66717f" },
    seaLabel: "#5b83a8",
    graticule: "rgba(80, 100, 130, 0.22)",
  },
  dark: {
    sea: "#07121f",
    land: "#0e1b2b",
    china: "#13263b",
    lake: "#0a1d33",
    river: "#123a5c",
    nation: "#4f9bd9",
    nationGlow: "rgba(79, 155, 217, 0.22)",
    province: "#35618f",
    city: "#2f5880",
    county: "#2a4d72",
    border: "#22374f",
    labels: { large: "#a9c6e6", middle: "#86a5c6", small: "#7a99b9" },
    seaLabel: "#3f6d99",
    graticule: "rgba(140, 175, 215, 0.18)",
  },
};
