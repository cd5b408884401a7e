import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const SRC = resolve('src');

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file) && !isTest(file) && !file.endsWith('.gen.ts'))
  .map(file => join(SRC, file))
  .sort();

/** The files below `src` that a file imports, exports from or loads later; types too, as a cycle of types is a cycle of thoughts. */
function imported(file: string): string[] {
  return ts
    .preProcessFile(readFileSync(file, 'utf8'), true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .flatMap(({ fileName }) => {
      const path = resolve(dirname(file), fileName);
      return [`${path}.ts`, `${path}.tsx`, path].filter(one => FILES.includes(one));
    });
}

/** The first cycle that a walk in depth meets, as the files on it; null where there is none. */
function cycleOf(importsOf: (file: string) => readonly string[], files: readonly string[]): string[] | null {
  const done = new Set<string>();
  const way: string[] = [];
  const walk = (file: string): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    way.push(file);
    for (const next of importsOf(file)) {
      const cycle = walk(next);
      if (cycle) return cycle;
    }
    way.pop();
    done.add(file);
    return null;
  };
  for (const file of files) {
    const cycle = walk(file);
    if (cycle) return cycle;
  }
  return null;
}

const named = (cycle: string[] | null) => cycle?.map(file => relative(SRC, file)).join(' -> ') ?? 'none';

it('finds a cycle where there is one', () => {
  const imports: Record<string, string[]> = { a: ['b', 'c'], b: ['d'], c: ['d'], d: ['c'] };
  expect(cycleOf(file => imports[file] ?? [], ['a'])).toEqual(['d', 'c', 'd']);
  expect(cycleOf(file => (file === 'd' ? [] : (imports[file] ?? [])), ['a'])).toBeNull();
});

it('has no cycle of imports', () => {
  expect(FILES.length).toBeGreaterThan(100);
  const imports = new Map(FILES.map(file => [file, imported(file)]));
  expect([...imports.values()].flat().length).toBeGreaterThan(300);
  expect(named(cycleOf(file => imports.get(file) ?? [], FILES))).toBe('none');
});

/** Attributes that people read, or have read to them. */
const READ =
  /^(label|title|placeholder|description|about|hint|how|alt|all|aria-label|aria-roledescription|leftTitle|rightTitle)$/;

/** Texts in the markup of a file, with their lines. */
function textsIn(name: string, source: string): string[] {
  const found: string[] = [];
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const tell = (node: ts.Node, text: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    if (/\p{L}{2}/u.test(text)) found.push(`${name}:${line + 1}: ${text.trim()}`);
  };
  const visit = (node: ts.Node) => {
    if (ts.isJsxText(node)) tell(node, node.text);
    const { initializer: value, name: attribute } = ts.isJsxAttribute(node) ? node : {};
    if (value && attribute && READ.test(attribute.getText())) {
      const text = ts.isJsxExpression(value) ? value.expression : value;
      if (text && ts.isStringLiteralLike(text)) tell(text, text.text);
      if (text && ts.isTemplateExpression(text)) {
        tell(text, [text.head.text, ...text.templateSpans.map(span => span.literal.text)].join(' '));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

it('finds texts in markup', () => {
  const source = `const A = ({ n }) => <p title="a title" id="id" aria-label={\`\${n} of them\`} data-x="no">some <b>{'x'}</b> text</p>;`;
  expect(textsIn('a.tsx', source)).toEqual(['a.tsx:1: a title', 'a.tsx:1: of them', 'a.tsx:1: some', 'a.tsx:1: text']);
});

it('has the texts of its pages in texts/', () => {
  const marked = FILES.filter(file => file.endsWith('.tsx')).map(file => [
    relative(SRC, file),
    readFileSync(file, 'utf8'),
  ]);
  expect(marked.flatMap(([name = '', source = '']) => textsIn(name, source))).toEqual([]);
});
