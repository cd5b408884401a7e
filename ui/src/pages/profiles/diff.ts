export interface DiffLine {
  sign: ' ' | '-' | '+';
  text: string;
  /** Line of the old text, of the new; null where it is not there. */
  old: number | null;
  now: number | null;
}

/** Above this many pairs of lines the middle is told as replaced, instead of looked through. */
const MOST_PAIRS = 4_000_000;

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** Line by line: the fewest lines removed from the old text and added to it that make the new one. */
export function diff(oldText: string, newText: string): DiffLine[] {
  const a = linesOf(oldText);
  const b = linesOf(newText);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;

  const found: DiffLine[] = [];
  let i = 0;
  let j = 0;
  const add = (sign: DiffLine['sign']) => {
    const text = sign === '+' ? b[j] : a[i];
    found.push({ sign, text: text ?? '', old: sign === '+' ? null : ++i, now: sign === '-' ? null : ++j });
  };
  while (i < head) add(' ');
  const kept = common(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  for (const [x, y] of kept) {
    while (i < head + x) add('-');
    while (j < head + y) add('+');
    add(' ');
  }
  while (i < a.length - tail) add('-');
  while (j < b.length - tail) add('+');
  while (i < a.length) add(' ');
  return found;
}

/** Pairs of indices of a longest common subsequence. */
function common(a: string[], b: string[]): [number, number][] {
  if (a.length * b.length > MOST_PAIRS) return [];
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

/** The same as two columns: what was removed stands beside what was added. */
export function sideBySide(lines: readonly DiffLine[]): { left: DiffLine | null; right: DiffLine | null }[] {
  const rows: { left: DiffLine | null; right: DiffLine | null }[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let k = 0; k < Math.max(removed.length, added.length); k++) {
      rows.push({ left: removed[k] ?? null, right: added[k] ?? null });
    }
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.sign === '-') removed.push(line);
    else if (line.sign === '+') added.push(line);
    else {
      flush();
      rows.push({ left: line, right: line });
    }
  }
  flush();
  return rows;
}
