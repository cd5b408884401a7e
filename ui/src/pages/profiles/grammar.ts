import runProfile from '../../../../src/workload/src/main/resources/io/deskmeter/workload/schema/run-profile.schema.json';
import workloadProfile from '../../../../src/workload/src/main/resources/io/deskmeter/workload/schema/workload-profile.schema.json';

/** What of a JSON Schema matters to the form. The schemas are generated from the grammar of the documents. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  description?: string;
  properties?: Record<string, Schema | boolean>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  items?: Schema;
  enum?: string[];
  default?: unknown;
}

/** A key of a run profile, and what its schema says of it. */
export interface Key {
  path: readonly string[];
  schema: Schema;
  required: boolean;
}

const FILES: Record<string, Schema> = { 'workload-profile.schema.json': workloadProfile as unknown as Schema };

/** The schema of a run profile. */
export const GRAMMAR = runProfile as unknown as Schema;

/** The keys at the top, in the order of the documentation. */
export const ORDER = Object.keys(GRAMMAR.properties ?? {});

/**
 * All keys of a schema, those that hold others too; not those of the items of lists. Required is what a document must have that has the section around
 * it: the load, the target of this kind, the map that is required itself.
 */
export function keysOf(schema: Schema, root: Schema = schema, path: readonly string[] = [], required = false): Key[] {
  const { $ref, ...own } = schema;
  if ($ref !== undefined) {
    const [file = '', place = ''] = $ref.split('#');
    const document = file === '' ? root : FILES[file];
    const target = place === '' ? document : document?.$defs?.[place.replace('/$defs/', '')];
    if (document === undefined || target === undefined) throw new Error($ref);
    return keysOf({ ...target, ...own }, document, path, required);
  }
  const inner = Object.entries(own.properties ?? {}).flatMap(([key, value]) =>
    typeof value === 'boolean'
      ? []
      : keysOf(value, root, [...path, key], (path.length < 3 || required) && own.required?.includes(key) === true),
  );
  const choices = (own.anyOf ?? []).flatMap(one =>
    keysOf(one, root, path).filter(key => key.path.length > path.length),
  );
  const self = path.length === 0 ? [] : [{ path, schema: own, required }];
  return [...self, ...inner, ...choices];
}
