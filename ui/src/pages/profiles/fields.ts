import type { Problem } from '../../api/types';
import { plainQuantity } from '../../format/format';
import { type Path, type Plain, valueAt } from './document';

/** How a field is written: one line, a whole number, a choice, lines of a list, words of a list, numbers of a list. */
export type FieldKind = 'text' | 'whole' | 'choice' | 'lines' | 'words' | 'numbers';

export interface FieldSpec {
  path: Path;
  label: string;
  kind: FieldKind;
  /** What holds where the document says nothing, shown in the empty field. */
  otherwise?: string;
  help?: string;
  choices?: { value: string; label: string }[];
  required?: boolean;
}

const text = (path: string, label: string, otherwise?: string, help?: string): FieldSpec => ({
  path: path.split('.'),
  label,
  kind: 'text',
  ...(otherwise === undefined ? {} : { otherwise }),
  ...(help === undefined ? {} : { help }),
});
const whole = (path: string, label: string, otherwise?: string, help?: string): FieldSpec => ({
  ...text(path, label, otherwise, help),
  kind: 'whole',
});
const choice = (path: string, label: string, otherwise: string, words: [string, string][]): FieldSpec => ({
  ...text(path, label, otherwise),
  kind: 'choice',
  choices: words.map(([value, label]) => ({ value, label })),
});
const must = (spec: FieldSpec): FieldSpec => ({ ...spec, required: true });
const of = (kind: FieldKind, spec: FieldSpec): FieldSpec => ({ ...spec, kind });

export const GENERAL: FieldSpec[] = [
  must(text('id', 'Id', undefined, 'Letters, digits, dot, dash and underscore. It is the name of the profile.')),
  text('title', 'Title', 'the id', 'One line, for people.'),
];

export const WORK: FieldSpec[] = [
  of('words', must(text('workloads.workloads', 'Workloads', undefined, 'What each user works in every iteration.'))),
  text('workloads.id', 'Name of this workload profile', "the run profile's id"),
  whole('workloads.iterations', 'Iterations', '5', 'How often all workloads are worked at a load point.'),
  whole('workloads.steady.skipFirst', 'First iterations not counted', '1'),
  whole('workloads.steady.skipLast', 'Last iterations not counted', '1'),
  text('workloads.think.mean', 'Think time', '2s', 'Before every operation, as 200ms, 2s or 0.'),
  text('workloads.think.spread', 'Spread of the think time', '50%'),
  choice('workloads.order', 'Order of the workloads', 'shuffled', [
    ['shuffled', 'shuffled: anew for each session and iteration'],
    ['fixed', 'fixed: as listed'],
  ]),
  whole('workloads.seed', 'Seed', '1', 'The same seed makes the same plan.'),
];

export const MODE: FieldSpec = choice('mode', 'Who drives and measures', 'remote', [
  ['remote', 'remote: a client agent, on what the display protocol delivers'],
  ['local', 'local: the agent in the desktop, nobody looks at the display'],
  ['passive', 'passive: the agent in the desktop, while a client keeps the display open'],
]);

const desktop = (kind: string) =>
  text(`target.${kind}.desktop`, 'Desktop size', '1280x800', 'Width x height in pixels.');
const hosts = (kind: string, port: number) =>
  of(
    'lines',
    must(
      text(
        `target.${kind}.hosts`,
        'Hosts',
        undefined,
        `One a line, as vdi-{01..40}.lab or 10.0.0.7:5901; port ${port} unless said otherwise.`,
      ),
    ),
  );
const accounts = (kind: string, help: string) => text(`target.${kind}.accounts`, 'Accounts', undefined, help);
const perHost = (kind: string) =>
  whole(`target.${kind}.usersPerHost`, 'Users per host', '1', 'Sessions that a host takes at a time.');
const SET = 'Name of a set of accounts, which the controller keeps apart from profiles.';

export const TARGETS: Record<string, { label: string; help: string; fields: FieldSpec[] }> = {
  local: {
    label: 'Local desktops',
    help: 'The agent starts a desktop for each session on its own machine.',
    fields: [
      desktop('local'),
      choice('target.local.through', 'Seen through', 'rfb', [
        ['rfb', 'rfb: its own RFB client'],
        ['vncviewer', 'vncviewer'],
        ['xfreerdp', 'xfreerdp'],
      ]),
    ],
  },
  vnc: {
    label: 'VNC desktops',
    help: 'Desktops that stand ready and speak RFB, one session each.',
    fields: [hosts('vnc', 5900), accounts('vnc', `${SET} Where the desktops ask for a password.`), desktop('vnc')],
  },
  rdp: {
    label: 'RDP hosts',
    help: 'Machines that users log on to over RDP: single desktops or RDSH servers.',
    fields: [
      hosts('rdp', 3389),
      perHost('rdp'),
      must(accounts('rdp', SET)),
      desktop('rdp'),
      text(
        'target.rdp.application',
        'Published application',
        'the whole desktop',
        'Its command, shown instead of a desktop.',
      ),
      text('target.rdp.certificate', 'Certificate', 'any', 'any, system, or sha256: and the fingerprint.'),
    ],
  },
  viewer: {
    label: 'Any viewer',
    help: 'Machines that are shown by a client program of your choice.',
    fields: [
      of(
        'lines',
        must(
          text(
            'target.viewer.command',
            'Command',
            undefined,
            'One argument a line, with ${host}, ${port}, ${user}, ${width}, ${height}, ${passwordFile}.',
          ),
        ),
      ),
      hosts('viewer', 3389),
      perHost('viewer'),
      accounts('viewer', SET),
      desktop('viewer'),
    ],
  },
};

export const AGENTS: FieldSpec = of(
  'words',
  text('agents', 'Labels of agents', 'any agent will do', 'Only agents that have all of these labels get sessions.'),
);

const between = choice('load.sessions', 'Between load points', 'incremental', [
  ['incremental', 'incremental: running sessions go on'],
  ['fresh', 'fresh: all are ended and logged on anew'],
]);

export const LOADS: Record<string, { label: string; help: string; fields: FieldSpec[]; start: Plain }> = {
  'find-max': {
    label: 'Find the maximum',
    help: 'Looks for the largest number of sessions that keeps the thresholds.',
    start: { max: 20 },
    fields: [
      must(whole('load.find-max.max', 'Most sessions ever measured')),
      whole('load.find-max.hint', 'About how many you expect', undefined, 'The first load point.'),
      whole('load.find-max.from', 'Fewest sessions', '1'),
      text('load.find-max.precision', 'Precision', '5%', 'How far the capacity may be off: 1% to 50%.'),
      text(
        'load.find-max.budget',
        'Time budget',
        undefined,
        'Minutes until the answer, as 20m; none: as long as it takes.',
      ),
      between,
    ],
  },
  fixed: {
    label: 'Fixed',
    help: 'One load point; each session works the iterations once.',
    start: { sessions: 1 },
    fields: [must(whole('load.fixed.sessions', 'Sessions'))],
  },
  steps: {
    label: 'Steps',
    help: 'Load points of rising numbers of sessions.',
    start: { sessions: [1, 2, 4] },
    fields: [
      of(
        'numbers',
        must(text('load.steps.sessions', 'Sessions of each load point', undefined, 'Rising numbers, as 1, 2, 4.')),
      ),
      between,
    ],
  },
  ramp: {
    label: 'Ramp',
    help: 'Adds sessions until a threshold breaks or the most is reached.',
    start: { from: 1, add: 1, max: 20 },
    fields: [
      must(whole('load.ramp.from', 'First load point')),
      must(whole('load.ramp.add', 'Sessions added')),
      must(whole('load.ramp.max', 'Most sessions')),
      between,
    ],
  },
};

export const PASSES: FieldSpec[] = [
  text('thresholds.A', 'Threshold of group A', '1s', 'What its 95th percentile may be, as 800ms or 1s.'),
  text('thresholds.B', 'Threshold of group B', '6s', 'What its 95th percentile may be.'),
  text('logonInterval', 'Between two logons', '2s', 'Spreads the logons evenly.'),
  choice('evidence', 'Frames are kept of', 'slow', [
    ['failed', 'failed: operations that failed'],
    ['slow', 'slow: failed, or beyond the threshold'],
    ['all', 'all operations'],
  ]),
];

const expected = (metric: string, label: string, example: string): FieldSpec => ({
  path: ['expect', metric],
  label,
  kind: 'text',
  help: `As ${example}`,
});

/** Metrics have dots in their names. */
export const EXPECTED: FieldSpec[] = [
  expected('capacity', 'Capacity', '>= 8'),
  expected('groupA.p50', 'Median of group A', '< 400ms'),
  expected('groupA.p95', '95th percentile of group A', '< 900ms'),
  expected('groupA.failed', 'Failed of group A', '<= 1%'),
  expected('groupB.p50', 'Median of group B', '< 2s'),
  expected('groupB.p95', '95th percentile of group B', '<= 5s'),
  expected('groupB.failed', 'Failed of group B', '<= 1%'),
  expected('desktops.within', 'Desktops within the thresholds', '>= 95%'),
  expected('logon.p95', '95th percentile of logons', '<= 20s'),
  expected('sessions.lost', 'Sessions lost', '<= 0%'),
  expected('host.cpu', 'Load of the host', '<= 85%'),
  expected('harness.cpu', "Deskmeter's own part of it", '<= 10%'),
];

export const VALID: FieldSpec[] = [
  text('validity.logons', 'Sessions that must log on', '100%', 'At least.'),
  text('validity.lost', 'Sessions that may be lost', '2%', 'At most.'),
  text('validity.pacing', 'Think time off by', '10%', 'At most.'),
  text('validity.mix', 'Timings of an operation off by', '10%', 'At most.'),
  text('validity.lag', 'Inputs late by', '500ms', '95th percentile, at most.'),
  text('validity.harnessCpu', "Deskmeter's own load", '25%', 'Of all cores, at most.'),
];

/** Fields that choose what other fields there are. */
const SWITCHES: Path[] = [['workloads'], ['target'], ['load']];

const SPECS: FieldSpec[] = [
  ...GENERAL,
  ...WORK,
  MODE,
  ...Object.values(TARGETS).flatMap(t => t.fields),
  AGENTS,
  ...Object.values(LOADS).flatMap(l => l.fields),
  ...PASSES,
  ...EXPECTED,
  ...VALID,
];

/** All there are, each by its path with dots. */
const FIELDS = new Set([...SPECS.map(s => s.path), ...SWITCHES].map(nameOf));

export function nameOf(path: Path): string {
  return path.join('.');
}

/** The field that a path of the controller is about: the field itself, or the one around it (`target.rdp.hosts[2]`); null for none. */
export function fieldOf(path: string, message = ''): string | null {
  // A problem of several keys stands at their map, and names one first: "`hosts` is missing", "hint 3 with from 4 to max 2".
  const first = /^`?([A-Za-z]+)/.exec(message)?.[1];
  const inner = path === '' ? first : `${path}.${first}`;
  if (first && inner && FIELDS.has(inner)) return inner;
  for (let at = path; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('.'), at.lastIndexOf('['), 0))) {
    if (FIELDS.has(at)) return at;
  }
  return null;
}

/** What is said at each field. */
export function problemsByField(problems: readonly Problem[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const p of problems) {
    const field = fieldOf(p.path, p.message);
    if (field !== null) found.set(field, [found.get(field), p.message].filter(Boolean).join('; '));
  }
  return found;
}

/** The place of a finding: a path for parameters, `file:line:column path` for documents, a party to the run otherwise. */
export function fieldOfFinding(finding: { where: string; value: string }): string | null {
  const document = /^\S+:\d+:\d+(?: (.+))?$/.exec(finding.where);
  return fieldOf(document ? (document[1] ?? '') : finding.where, document ? finding.value : '');
}

/** The line of a finding about the document itself; null for others. */
export function lineOfFinding(where: string): number | null {
  const line = /^\S+:(\d+):\d+/.exec(where)?.[1];
  return line === undefined ? null : Number(line);
}

/** What is in the document and has no field, so that the form can say it. */
export function withoutField(values: Plain | undefined, path: Path = []): string[] {
  if (values === undefined) return [];
  if (path.length > 0 && SPECS.some(s => nameOf(s.path) === nameOf(path))) return [];
  if (values !== null && typeof values === 'object' && !Array.isArray(values) && Object.keys(values).length > 0) {
    return Object.keys(values).flatMap(key => withoutField(valueAt(values, [key]), [...path, key]));
  }
  const empty = values === null || typeof values === 'object' || nameOf(path) === 'workloads';
  return empty && FIELDS.has(path[0] ?? '') && path.length <= 2 ? [] : [nameOf(path)];
}

// ---------------------------------------------------------------- between values and what stands in a field

/** What a field shows of a value; null where it cannot show it, as a map in the place of a number. */
export function shown(kind: FieldKind, value: Plain | undefined): string | null {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) {
    if (value.some(v => v !== null && typeof v === 'object')) return null;
    if (kind === 'lines' || kind === 'words') return value.map(String).join('\n');
    return kind === 'numbers' ? value.map(String).join(', ') : null;
  }
  return typeof value === 'object' ? null : String(value);
}

const plain = (word: string): Plain => (/^-?(0|[1-9][0-9]*)$/.test(word) ? BigInt(word) : word);

/** What is written for what stands in a field; undefined for nothing. What is wrong is written too: the controller says what it expected. */
export function meant(spec: FieldSpec, entered: string): Plain | undefined {
  const words = entered.trim();
  if (words === '') return undefined;
  if (spec.kind === 'lines' || spec.kind === 'words') {
    return words
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== '');
  }
  if (spec.kind === 'numbers')
    return words
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(plain);
  // Think times and logon intervals may be the number 0; titles, ids and commands of digits stay texts.
  const number = spec.kind === 'whole' || (words === '0' && spec.otherwise !== undefined);
  return number ? plain(words) : plainQuantity(words);
}
