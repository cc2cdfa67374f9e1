// Two soft tones, generated here, so that nothing has to be loaded. A browser allows sound once the person has touched the page.

let context;

export function chime(notes = [659.26, 880]) {
  context ??= new AudioContext();
  context.resume();
  notes.forEach((pitch, place) => {
    const begin = context.currentTime + 0.02 + place * 0.18;
    const [tone, loudness] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, begin);
    loudness.gain.linearRampToValueAtTime(0.25, begin + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, begin + 0.6);
    tone.connect(loudness).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + 0.65);
  });
}
