// const on = listening(signal); on(target, "play pause", act): listens for events by name until the signal is aborted.

export const listening = (signal) => (target, names, act, options) =>
  names.split(" ").forEach((name) => target.addEventListener(name, act, { signal, ...options }));
