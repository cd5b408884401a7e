import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ORDER } from './document';
import { type FieldSpec, nameOf, SPECS, SWITCHES } from './fields';

/** What of a JSON Schema matters here. */
interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  properties?: Record<string, Schema | boolean>;
  patternProperties?: Record<string, Schema>;
  anyOf?: Schema[];
  items?: Schema;
  enum?: string[];
  default?: unknown;
}

const FOLDER = '../src/workload/src/main/resources/io/deskmeter/workload/schema';
const load = (file: string) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Schema;

const BY_NAME = new Map(SPECS.map(spec => [nameOf(spec.path), spec]));

/** A key of a run profile, and what its schema says of it. */
interface Key {
  path: string;
  schema: Schema;
}

/** All keys that have values of their own; what a field edits as a whole is one. */
function keysOf(schema: Schema, root: Schema, path: string[] = []): Key[] {
  const { $ref } = schema;
  if ($ref !== undefined) {
    const [file = '', place = ''] = $ref.split('#');
    const target = file === '' ? root : load(file);
    const found = place === '' ? target : target.$defs?.[place.replace('/$defs/', '')];
    if (found === undefined) throw new Error($ref);
    return keysOf({ ...found, ...schema, $ref: undefined } as Schema, target, path);
  }
  const name = nameOf(path);
  const others = BY_NAME.get(name)?.kind === 'others';
  if (BY_NAME.has(name) && !others) return [{ path: name, schema }];
  const inner = Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
    typeof value === 'boolean' ? [] : keysOf(value, root, [...path, key]),
  );
  const choices = (schema.anyOf ?? []).flatMap(one => keysOf(one, root, path));
  const dynamic = schema.patternProperties ? [{ path: name, schema }] : [];
  const found = [...inner, ...choices, ...dynamic];
  return found.length > 0 ? found : [{ path: name, schema }];
}

const KEYS = (() => {
  const root = load('run-profile.schema.json');
  return keysOf(root, root);
})();

const inForm = (path: string) => BY_NAME.has(path) || SWITCHES.some(one => nameOf(one) === path);

describe('the form of a run profile', () => {
  it('has a field for every key of the schema', () => {
    expect(KEYS.length).toBeGreaterThan(80);
    expect(KEYS.map(({ path }) => path).filter(path => !inForm(path))).toEqual([]);
  });

  it('has no field for what is no key', () => {
    const keys = new Set(KEYS.map(({ path }) => path));
    expect([...BY_NAME.keys()].filter(path => !keys.has(path))).toEqual([]);
  });

  it('notices a key that has no field', () => {
    const root: Schema = { properties: { id: {}, later: { properties: { a: {}, b: { items: {} } } } } };
    expect(
      keysOf(root, root)
        .map(({ path }) => path)
        .filter(path => !inForm(path)),
    ).toEqual(['later.a', 'later.b']);
  });

  const both = KEYS.flatMap(({ path, schema }) => {
    const spec = BY_NAME.get(path);
    return spec ? [{ path, schema, spec }] : [];
  });
  const sorted = (words: readonly string[]) => [...words].sort();
  const words = ({ choices }: FieldSpec) => sorted((choices ?? []).map(({ value }) => value));

  it('offers the words of the schema', () => {
    // Keyboard layouts are many: their field is free text.
    const listed = both.filter(({ schema, spec }) => (schema.enum ?? schema.items?.enum) && spec.kind !== 'text');
    expect(listed.length).toBeGreaterThan(8);
    for (const { path, schema, spec } of listed) {
      expect(words(spec), path).toEqual(sorted(schema.enum ?? schema.items?.enum ?? []));
    }
  });

  it('shows the defaults of the schema', () => {
    const withDefault = both.filter(({ schema }) => schema.default !== undefined);
    expect(withDefault.length).toBeGreaterThan(20);
    for (const { path, schema, spec } of withDefault) expect(spec.otherwise, path).toBe(String(schema.default));
  });

  it('knows the order of all keys at the top', () => {
    expect(sorted(ORDER)).toEqual(sorted(Object.keys(load('run-profile.schema.json').properties ?? {})));
  });
});
