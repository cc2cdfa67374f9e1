// The calls of a queue in a list, newest first: `showCalls(list, calls, { template, number, counter })`, where a call is [label, counter,
// how often]. Returns the new ones, including repeated calls of a number.

const known = new WeakMap();

export function showCalls(list, calls, { template, number, counter }) {
  const name = ([label, at, count]) => `${label} ${at} ${count}`;
  const before = known.get(list);
  known.set(list, calls.map(name));
  const fresh = before ? calls.filter((call) => !before.includes(name(call))) : [];
  list.replaceChildren(
    ...calls.slice(0, 4).map((call) => {
      const row = document.createElement("li");
      row.classList.toggle("is-new", fresh.includes(call));
      const label = document.createElement("bdi");
      label.className = number;
      label.textContent = call[0];
      const place = document.createElement("span");
      place.className = counter;
      place.textContent = template.replace("{counter}", call[1]);
      row.append(label, place);
      return row;
    }),
  );
  return fresh;
}
