/** An aircraft's performance by its data sheet, rounded; SI units. */
export interface Airframe {
  readonly model: string;
  readonly uavClass: "light" | "small" | "medium";
  /** Cruise speed, m/s. */
  readonly cruise: number;
  readonly climb: number;
  readonly sink: number;
  /** Seconds of hovering on a full battery. */
  readonly endurance: number;
  /** Percent per minute. High in the field, where batteries are swapped instead of charged. */
  readonly charge: number;
}

/** The model used in hangars. */
const hangarAirframe: Airframe = {
  model: "DJI Matrice 3TD",
  uavClass: "light",
  cruise: 12,
  climb: 4,
  sink: 3,
  endurance: 2_400,
  charge: 2.6,
};

const fieldAirframes: readonly Airframe[] = [
  {
    model: "DJI Matrice 30T",
    uavClass: "light",
    cruise: 13,
    climb: 5,
    sink: 4,
    endurance: 2_100,
    charge: 25,
  },
  { model: "DJI Mavic 3E", uavClass: "light", cruise: 11, climb: 4, sink: 3, endurance: 2_280, charge: 30 },
  {
    model: "DJI Matrice 350 RTK",
    uavClass: "small",
    cruise: 14,
    climb: 5,
    sink: 4,
    endurance: 2_900,
    charge: 20,
  },
  {
    model: "DJI FlyCart 30",
    uavClass: "medium",
    cruise: 15,
    climb: 4,
    sink: 3,
    endurance: 1_500,
    charge: 15,
  },
];

/** Picks the airframe of the n-th drone. */
export const pickAirframe = (n: number, inHangar: boolean): Airframe =>
  inHangar ? hangarAirframe : (fieldAirframes[n % fieldAirframes.length] ?? hangarAirframe);

/** Looks up an airframe by model; falls back to the hangar model. */
export const findAirframe = (model: string): Airframe =>
  fieldAirframes.find((airframe) => airframe.model === model) ?? hangarAirframe;
