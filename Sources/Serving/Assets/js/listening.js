// const on = listening(signal); on(target, "play pause", act): listens for events by their names until the signal ends it.

export const listening = (signal) => (target, names, act, options) =>
  names.split(" ").forEach((name) => target.addEventListener(name, act, { signal, ...options }));
