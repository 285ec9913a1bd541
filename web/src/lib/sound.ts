/** What is heard: short sounds made on the spot, none longer than 400 ms, none before it is switched on. */

import type { Sound } from "../games/game";
import { settings } from "./settings.svelte";

export type Heard = Sound | "turn" | "stamp";

let context: AudioContext | null = null;

export function play(sound: Heard): void {
  if (!settings.sound || document.visibilityState !== "visible") return;
  context ??= new AudioContext();
  void context.resume();
  SOUNDS[sound](context, context.currentTime);
}

/** A burst of noise through a filter: wood, felt, paper. */
function noise(at: AudioContext, when: number, length: number, pitch: number, loud: number): void {
  const buffer = at.createBuffer(1, at.sampleRate * length, at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = new AudioBufferSourceNode(at, { buffer });
  const filter = new BiquadFilterNode(at, { type: "bandpass", frequency: pitch, Q: 1.2 });
  source
    .connect(filter)
    .connect(new GainNode(at, { gain: loud }))
    .connect(at.destination);
  source.start(when);
}

/** A tone that dies away: a bell, a knock. */
function tone(at: AudioContext, when: number, length: number, pitch: number, loud: number): void {
  const source = new OscillatorNode(at, { type: "sine", frequency: pitch });
  const volume = new GainNode(at, { gain: loud });
  volume.gain.exponentialRampToValueAtTime(0.0001, when + length);
  source.connect(volume).connect(at.destination);
  source.start(when);
  source.stop(when + length);
}

const SOUNDS: Record<Heard, (at: AudioContext, now: number) => void> = {
  roll: (at, now) =>
    [0, 0.07, 0.13, 0.21, 0.26].forEach((later) => noise(at, now + later, 0.07, 900 + later * 2000, 0.5)),
  place: (at, now) => (noise(at, now, 0.05, 1600, 0.5), tone(at, now, 0.08, 190, 0.25)),
  card: (at, now) => noise(at, now, 0.16, 3200, 0.22),
  pencil: (at, now) => [0, 0.09].forEach((later) => noise(at, now + later, 0.1, 5200, 0.14)),
  score: (at, now) => [523, 659, 784].forEach((pitch, i) => tone(at, now + i * 0.09, 0.2, pitch, 0.12)),
  turn: (at, now) => (tone(at, now, 0.38, 330, 0.2), tone(at, now + 0.02, 0.3, 495, 0.08)),
  stamp: (at, now) => (noise(at, now, 0.12, 300, 0.9), tone(at, now, 0.12, 90, 0.4)),
};
