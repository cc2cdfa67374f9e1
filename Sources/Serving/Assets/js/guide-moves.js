// Keyboard movement in a guide's grid: pure, without a page. The focus is at a row and a minute: up and down keep the minute.

const zoomBy = 0.2;

// Returns { to: { row, minute } }, { zoom } with the change of size, {} at an end, or undefined if the grid doesn't use the key. `cells`
// are those of the focused row, `last` is the last row, `page` the rows per page, `minutes` the length of the grid.
export function moveOf({ key, ctrlKey }, { at, cells, last, page, minutes, isFromRight }) {
  if (ctrlKey && !["Home", "End"].includes(key)) return undefined;
  const to = (row, minute = at.minute) => ({ to: { row: Math.min(Math.max(row, 0), last), minute } });
  const beside = (by) => {
    const place = cells?.findIndex((cell) => cell.from <= at.minute && at.minute < cell.to) ?? -1;
    const cell = cells?.[place + by];
    return cell ? to(at.row, cell.from) : {};
  };
  switch (key) {
    case "ArrowUp": return to(at.row - 1);
    case "ArrowDown": return to(at.row + 1);
    case "ArrowLeft": return beside(isFromRight ? 1 : -1);
    case "ArrowRight": return beside(isFromRight ? -1 : 1);
    case "PageUp": return to(at.row - page);
    case "PageDown": return to(at.row + page);
    case "Home": return ctrlKey ? to(0) : to(at.row, 0);
    case "End": return ctrlKey ? to(last) : to(at.row, minutes - 1);
    case "+": return { zoom: zoomBy };
    case "-": return { zoom: -zoomBy };
    default: return undefined;
  }
}
