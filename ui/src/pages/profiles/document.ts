import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  stringify,
  type YAMLSeq,
} from 'yaml';
import type { Problem } from '../../api/types';
import { texts } from '../../texts/profiles';
import { ORDER } from './grammar';

export type Path = readonly string[];
export type Plain = string | number | bigint | boolean | null | Plain[] | { [key: string]: Plain };

/** One change of the form: a value at a path, or none there any more. */
export interface Edit {
  path: Path;
  value: Plain | undefined;
}

/** A document as the form sees it; where it is no YAML map, the form has to wait. */
export interface Reading {
  values: { [key: string]: Plain };
  /** What keeps it from being read; empty where it can. */
  problems: Problem[];
}

// Seeds have 64 bits, which the numbers of JavaScript have not.
const PARSING = { intAsBigInt: true } as const;
const WRITING = { lineWidth: 0 } as const;

/** Up to this many characters a new map or list stands on one line. */
const ONE_LINE = 70;

/** Maps that say nothing when they are empty; others, as `local: {}`, do. */
const VANISHING = [
  'thresholds',
  'limits',
  'expect',
  'validity',
  'workloads.steady',
  'workloads.think',
  ...['vnc', 'rdp', 'viewer'].flatMap(kind => [`target.${kind}.keyboard`, `target.${kind}.ready`]),
];

export function read(text: string): Reading {
  const doc = parseDocument(text, PARSING);
  const problems = doc.errors.map(e => ({
    path: '',
    line: e.linePos?.[0].line ?? 1,
    column: e.linePos?.[0].col ?? 1,
    message: texts.notValidYaml(e.message.split('\n')[0] ?? ''),
  }));
  if (problems.length > 0) return { values: {}, problems };
  if (doc.contents === null) return { values: {}, problems: [] };
  if (!isMap(doc.contents)) {
    return { values: {}, problems: [{ path: '', line: 1, column: 1, message: texts.documentIsNoMap }] };
  }
  try {
    return { values: doc.toJS({ maxAliasCount: 0 }) as { [key: string]: Plain }, problems: [] };
  } catch {
    // The controller refuses them too.
    return {
      values: {},
      problems: [{ path: '', line: 1, column: 1, message: texts.anAliasExpectedTheValue }],
    };
  }
}

/** A value as YAML of its own; nothing for none. */
export const asYaml = (value: Plain | undefined): string =>
  value === undefined ? '' : stringify(value, { ...WRITING, nullStr: '' }).trimEnd();

/** The value that YAML says, undefined for none; or why it says nothing. */
export function fromYaml(text: string): { value: Plain | undefined } | { problem: string } {
  const doc = parseDocument(text, PARSING);
  const error = doc.errors[0];
  if (error) return { problem: texts.notValidYaml(error.message.split('\n')[0] ?? '') };
  if (doc.contents === null) return { value: undefined };
  try {
    return { value: doc.toJS({ maxAliasCount: 0 }) as Plain };
  } catch {
    return { problem: texts.anAliasExpectedTheValue };
  }
}

export function valueAt(values: Plain | undefined, path: Path): Plain | undefined {
  let value: Plain | undefined = values;
  for (const key of path) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
    value = value[key];
  }
  return value;
}

/**
 * The text with these changes in it. Only the top-level entry that a change is about is written anew, and of a single value only the value, so
 * that comments, order, blank lines and spacing of all else stay as the author has them.
 */
export function edit(text: string, edits: readonly Edit[]): string {
  return edits.reduce(editOne, text);
}

function editOne(text: string, { path, value }: Edit): string {
  const doc = parseDocument(text, PARSING);
  if (doc.errors.length > 0 || (doc.contents !== null && !isMap(doc.contents))) return text;
  const old = doc.getIn(path, true);
  if (value !== undefined && isScalar(old) && (value === null || typeof value !== 'object')) {
    const spliced = spliceScalar(text, old, value);
    if (spliced !== null && same(valueAt(read(spliced).values, path), value)) return spliced;
  }
  change(doc, path, value);
  return stitch(text, doc, path[0] ?? '');
}

/** The text with another scalar in the place of this one, in its quotes; null where that is not done in one line. */
function spliceScalar(text: string, old: Scalar, value: Plain): string | null {
  const range = old.range;
  if (!range || range[0] === range[1] || old.type === 'BLOCK_FOLDED' || old.type === 'BLOCK_LITERAL') return null;
  const scalar = new Scalar(value);
  if (typeof value === 'string' && old.type !== 'PLAIN' && old.type !== undefined) scalar.type = old.type;
  else if (typeof value === 'string' && /[,[\]{}]/.test(value)) scalar.type = 'QUOTE_DOUBLE';
  const written = stringify(scalar, WRITING).trimEnd();
  return written.includes('\n') ? null : text.slice(0, range[0]) + written + text.slice(range[1]);
}

function change(doc: Document, path: Path, value: Plain | undefined): void {
  if (value === undefined) {
    remove(doc, path);
    return;
  }
  const old = doc.getIn(path, true);
  if (Array.isArray(value) && isSeq(old)) {
    replaceItems(doc, old, value);
    return;
  }
  // What stands in the way, as `workloads: office` where `workloads.seed` is set, gives way; the deepest map that is there is kept.
  let depth = path.length;
  while (depth > 1 && !isMap(doc.getIn(path.slice(0, depth - 1), true))) depth--;
  let whole: Plain = value;
  for (const key of path.slice(depth).reverse()) whole = { [key]: whole };
  const at = path.slice(0, depth);
  if (doc.contents === null) doc.contents = doc.createNode({}) as never;
  doc.setIn(at, node(doc, whole));
}

function remove(doc: Document, path: Path): void {
  // Asked first: the library throws where a parent is missing.
  if (!doc.hasIn(path)) return;
  doc.deleteIn(path);
  const parent = path.slice(0, -1);
  const map = parent.length > 0 ? doc.getIn(parent, true) : null;
  if (isMap(map) && map.items.length === 0 && VANISHING.includes(parent.join('.'))) doc.deleteIn(parent);
}

/** A list keeps the items that stay, with their comments. */
function replaceItems(doc: Document, seq: YAMLSeq, values: Plain[]): void {
  const left = [...seq.items];
  seq.items = values.map(value => {
    const at = left.findIndex(item =>
      isScalar(item)
        ? same(item.value as Plain, value)
        : isMap(item) && written(item.toJS(doc) as Plain) === written(value),
    );
    return at >= 0 ? left.splice(at, 1)[0] : node(doc, value);
  });
}

function node(doc: Document, value: Plain): Node {
  const made = doc.createNode(value) as Node;
  if (isCollection(made) && written(value).length <= ONE_LINE) made.flow = true;
  return made;
}

/** Whether two values say the same. */
export const alike = (a: Plain | undefined, b: Plain | undefined): boolean => exactly(a) === exactly(b);
const exactly = (value: Plain | undefined): string =>
  JSON.stringify(value ?? null, (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v)) +
  (typeof value === 'bigint' ? value : '');

const written = (value: Plain): string =>
  JSON.stringify(value, (_, v: unknown) => (typeof v === 'bigint' ? `${v}` : v));

const same = (a: Plain | undefined, b: Plain): boolean =>
  a === b ||
  (a !== undefined &&
    a !== null &&
    b !== null &&
    typeof b !== 'object' &&
    typeof a !== 'string' &&
    typeof b !== 'string' &&
    String(a) === String(b));

// ---------------------------------------------------------------- putting one entry back into the text

interface Entry {
  key: string;
  start: number;
  end: number;
}

/** Takes over only the entry of this key from the changed document; the whole where the document is on one line or was empty. */
function stitch(text: string, changed: Document, key: string): string {
  const whole = changed.contents === null ? '' : changed.toString(WRITING);
  const before = entries(text);
  const after = entries(whole);
  if (before === null || after === null) return whole;
  const old = before.find(e => e.key === key);
  const now = after.find(e => e.key === key);
  const entry = now ? ended(whole.slice(now.start, now.end)) : '';
  if (old) return text.slice(0, old.start) + entry + text.slice(old.end);
  const at = place(before, key);
  return (at > 0 ? ended(text.slice(0, at)) : '') + entry + text.slice(at);
}

const ended = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

/** Behind the nearest key that the documentation has before this one; at the end where that says nothing. */
function place(before: Entry[], key: string): number {
  const rank = ORDER.indexOf(key);
  const sooner = before.filter(e => rank >= 0 && ORDER.indexOf(e.key) >= 0 && ORDER.indexOf(e.key) < rank);
  const last = sooner.reduce<Entry | null>((a, e) => (a && ORDER.indexOf(a.key) > ORDER.indexOf(e.key) ? a : e), null);
  if (last) return last.end;
  return rank >= 0 ? (before[0]?.start ?? 0) : (before.at(-1)?.end ?? 0);
}

/** Where each top-level entry of a block map stands, from its key to the end of its last line; null for any other document. */
function entries(text: string): Entry[] | null {
  const { contents } = parseDocument(text, PARSING);
  if (!isMap(contents) || contents.flow || contents.items.length === 0) return null;
  return contents.items.map(pair => {
    const key = pair.key as Scalar;
    const newline = text.indexOf('\n', Math.max(lastOf(pair) - 1, 0));
    return { key: String(key.value), start: key.range?.[0] ?? 0, end: newline < 0 ? text.length : newline + 1 };
  });
}

/** Offset behind the last thing that an entry says; comments behind it belong to whoever wrote them, not to it. */
function lastOf(pair: unknown): number {
  const { key, value } = pair as Pair<Scalar, Node | null>;
  return value ? endOf(value) || (key.range?.[1] ?? 0) : (key.range?.[1] ?? 0);
}

function endOf(value: Node): number {
  if (isCollection(value) && !value.flow && value.items.length > 0) {
    const last: unknown = value.items.at(-1);
    return isMap(value) ? lastOf(last) : endOf(last as Node);
  }
  return value.range?.[1] ?? 0;
}
