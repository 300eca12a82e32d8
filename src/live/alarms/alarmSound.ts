import type { AlarmPriority } from "../../../adapters/contract/alarm.ts";

/** Tones by priority, Hz, one after the other: the more urgent, the higher and the more of them. */
const tonesByPriority: Readonly<Record<AlarmPriority, readonly number[]>> = {
  p1: [988, 740, 988, 740, 988],
  p2: [784, 784],
  p3: [523],
  p4: [],
};
const toneS = 0.14;
const pauseS = 0.07;
const volume = 0.35;
/** Ends of a tone that fade, so that it does not click. */
const fadeS = 0.015;

/** What this needs of WebAudio. */
export type SoundOutput = Pick<
  AudioContext,
  | "state"
  | "currentTime"
  | "destination"
  | "resume"
  | "close"
  | "createOscillator"
  | "createGain"
  | "onstatechange"
>;

export interface AlarmSound {
  /** Opens the output after a click, and plays a test tone; rejects where the browser has none. */
  readonly unlock: () => Promise<void>;
  readonly play: (priority: AlarmPriority) => void;
  readonly stop: () => void;
}

/**
 * Plays short tones.
 * @param createOutput called at the first unlock: a browser warns of an output that was opened before a click
 * @param onLose called when the browser stops the output by itself
 */
export function createAlarmSound(createOutput: () => SoundOutput, onLose: () => void): AlarmSound {
  let output: SoundOutput | null = null;
  const play = (priority: AlarmPriority) => {
    if (output?.state !== "running") return;
    for (const [place, frequency] of tonesByPriority[priority].entries())
      playTone(output, frequency, output.currentTime + place * (toneS + pauseS));
  };
  return {
    play,
    async unlock() {
      output ??= createOutput();
      output.onstatechange = null;
      await output.resume();
      if (output.state !== "running") throw new Error("浏览器没有打开声音输出，请检查浏览器和系统的声音设置");
      output.onstatechange = () => {
        if (output?.state !== "running") onLose();
      };
      play("p2");
    },
    stop() {
      if (!output) return;
      output.onstatechange = null;
      void output.close();
      output = null;
    },
  };
}

function playTone(output: SoundOutput, frequency: number, at: number): void {
  const oscillator = output.createOscillator();
  const gain = output.createGain();
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + fadeS);
  gain.gain.setValueAtTime(volume, at + toneS - fadeS);
  gain.gain.linearRampToValueAtTime(0, at + toneS);
  oscillator.connect(gain);
  gain.connect(output.destination);
  oscillator.start(at);
  oscillator.stop(at + toneS);
}
