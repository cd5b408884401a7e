import type { Problem } from '../../api/types';
import { plainQuantity } from '../../format/format';
import { type Path, type Plain, valueAt } from './document';
import { GRAMMAR, type Key, keysOf } from './grammar';
import { texts } from '../../texts/profiles';

/**
 * How a field is written: one line, a whole number, a choice, lines of a list, words of a list, numbers of a list, workloads with shares, a map or a list as
 * YAML, the keys of a map that have no field of their own as YAML.
 */
export type FieldKind = 'text' | 'whole' | 'choice' | 'lines' | 'words' | 'numbers' | 'workloads' | 'yaml' | 'others';

export interface FieldSpec {
  path: Path;
  label: string;
  kind: FieldKind;
  /** What holds where the document says nothing, shown in the empty field. */
  otherwise?: string;
  help?: string;
  choices?: { value: string; label: string }[];
  required?: boolean;
  /** It means something only where another field has this value; it is shown then, and where the document has it nevertheless. */
  when?: { path: Path; is: string };
}

const KEYS: readonly Key[] = keysOf(GRAMMAR);
const BY_PATH = new Map(KEYS.map(key => [nameOf(key.path), key]));

/** What the grammar says of a key: its default, and whether a document must have it. */
function declared(path: string): Partial<FieldSpec> {
  const key = BY_PATH.get(path);
  const otherwise = key?.schema.default;
  return {
    ...(otherwise === undefined ? {} : { otherwise: String(otherwise) }),
    ...(key?.required === true ? { required: true } : {}),
  };
}

/** A field of a key. What holds without it is said here only where the grammar has no default. */
const text = (path: string, label: string, otherwise?: string, help?: string): FieldSpec => ({
  path: path.split('.'),
  label,
  kind: 'text',
  ...(otherwise === undefined ? {} : { otherwise }),
  ...declared(path),
  ...(help === undefined ? {} : { help }),
});
const whole = (path: string, label: string, otherwise?: string, help?: string): FieldSpec => ({
  ...text(path, label, otherwise, help),
  kind: 'whole',
});
/** The words are those of the grammar; one without a label stands for itself. */
const choice = (path: string, label: string, labels: Record<string, string>): FieldSpec => ({
  ...text(path, label),
  kind: 'choice',
  choices: choices(BY_PATH.get(path)?.schema.enum, labels),
});
const choices = (words: readonly string[] = [], labels: Record<string, string> = {}) =>
  words.map(value => ({ value, label: labels[value] ?? value }));
const hinted = (spec: FieldSpec, help: string): FieldSpec => ({ ...spec, help });
const must = (spec: FieldSpec): FieldSpec => ({ ...spec, required: true });
const of = (kind: FieldKind, spec: FieldSpec): FieldSpec => ({ ...spec, kind });

export const GENERAL: FieldSpec[] = [
  must(text('id', texts.id, undefined, texts.idHelp)),
  text('title', texts.title, texts.sameAsTheId, texts.oneLine),
];

export const WORK: FieldSpec[] = [
  of('workloads', text('workloads.workloads', texts.workloads, undefined, texts.workloadsHelp)),
  text('workloads.id', texts.workloadProfileName, texts.idOfTheRunProfile),
  whole('workloads.iterations', texts.iterations, undefined, texts.howManyTimesEachSession),
  whole('workloads.steady.skipFirst', texts.skipFirstIterations),
  whole('workloads.steady.skipLast', texts.skipLastIterations),
  text('workloads.think.mean', texts.thinkTime, undefined, texts.thinkTimeHelp),
  text('workloads.think.spread', texts.thinkTimeVariation),
  text('workloads.typing', texts.typingSpeed, texts.asFastAsTheDesktop, texts.forTextsWithoutAPace),
  choice('workloads.order', texts.workloadOrder, {
    shuffled: texts.shuffledNewOrderPerSession,
    fixed: texts.fixedAsListed,
  }),
  whole('workloads.seed', texts.seed, undefined, texts.seedHelp),
];

export const MODE: FieldSpec = choice('mode', texts.mode, {
  remote: texts.remoteAClientAgentDrives,
  local: texts.modeLocal,
  passive: texts.modePassive,
});

const desktop = (kind: string) => text(`target.${kind}.desktop`, texts.desktopSize, undefined, texts.desktopSizeHelp);
const hosts = (kind: string, port: number) =>
  of('lines', text(`target.${kind}.hosts`, texts.hosts, undefined, texts.onePerLineForExample(port)));
const accounts = (kind: string, help: string) => text(`target.${kind}.accounts`, texts.accounts, undefined, help);
const keyboard = (kind: string, otherwise: string, help: string) =>
  text(`target.${kind}.keyboard.layout`, texts.keyboardLayout, otherwise, help);
const proof = (kind: string) =>
  hinted(
    choice(`target.${kind}.keyboard.proof`, texts.keyboardProof, {
      check: texts.proofCheck,
      manual: texts.proofManual,
    }),
    texts.howTheLayoutIsKnown,
  );
const perHost = (kind: string) =>
  whole(`target.${kind}.usersPerHost`, texts.usersPerHost, undefined, texts.maximumConcurrentSessionsPerHost);
const jpegQuality = (kind: string, help: string) =>
  whole(`target.${kind}.jpegQuality`, texts.jpegQuality, texts.withoutLoss, help);
const SET = texts.nameOfAnAccountSet;

/** Who drives the desktop of a session; without a desktop agent, what the display is told instead. */
const agentless = (kind: string, ready: string): FieldSpec[] => {
  const when = { path: ['target', kind, 'desktopAgent'], is: 'none' };
  return [
    hinted(
      choice(`target.${kind}.desktopAgent`, texts.desktopAgent, {
        session: texts.desktopAgentSession,
        none: texts.desktopAgentNone,
      }),
      texts.desktopAgentHelp,
    ),
    ...[
      text(`target.${kind}.content`, texts.contentFolder, undefined, texts.contentFolderHelp),
      text(
        `target.${kind}.ready.rest`,
        texts.readyRest,
        ...(kind === 'vnc' ? ['2s'] : [undefined]),
        texts.readyRestHelp,
      ),
      text(`target.${kind}.ready.landmark`, texts.readyLandmark, undefined, ready),
      of('lines', text(`target.${kind}.ready.except`, texts.readyExcept, undefined, texts.readyExceptHelp)),
      of('yaml', must(text(`target.${kind}.launcher`, texts.launcher, LAUNCHER, texts.launcherHelp))),
      of('yaml', text(`target.${kind}.logoff`, texts.logoff, LOGOFF, texts.logoffHelp)),
    ].map(spec => ({ ...spec, when })),
  ];
};
const HANDLERS = '- when: { appears: consent.png }\n  do: [{ keys: Return }]';
const LAUNCHER = 'dialog: { keys: alt+F2, rest: 500ms }';
const LOGOFF = '- keys: alt+F2\n- wait: 1s\n- type: "openbox --exit"\n- keys: Return';
export const TARGETS: Record<string, { label: string; help: string; fields: FieldSpec[] }> = {
  local: {
    label: texts.localDesktops,
    help: texts.theAgentStartsOneDesktop,
    fields: [
      desktop('local'),
      choice('target.local.through', texts.viewer, {
        rfb: texts.rfbBuiltInRfbClient,
      }),
      jpegQuality('local', `${texts.zeroWorstToNineBest} ${texts.onlyWithTheViewerRfb}`),
    ],
  },
  vnc: {
    label: texts.vncDesktops,
    help: texts.runningDesktopsWithAVnc,
    fields: [
      hosts('vnc', 5900),
      accounts('vnc', texts.requiredIfTheDesktopsAsk(SET)),
      keyboard('vnc', texts.usWithAWarning, texts.keyboardLayoutHelp),
      proof('vnc'),
      hinted(
        choice('target.vnc.keyboard.text', texts.keyboardText, {
          keys: texts.textKeys,
          keysyms: texts.textKeysyms,
        }),
        texts.keyboardTextHelp,
      ),
      desktop('vnc'),
      jpegQuality('vnc', texts.zeroWorstToNineBest),
      whole('target.vnc.soundPort', texts.soundPort, texts.notHeard, texts.portOfTheClientAgents),
      text('target.vnc.certificate', texts.certificate, undefined, texts.anySystemOrSha256Followed),
      {
        ...of(
          'words',
          text('target.vnc.security', texts.securityTypes, texts.allButAnonymousTls, texts.preferredFirst),
        ),
        choices: choices(BY_PATH.get('target.vnc.security')?.schema.items?.enum),
      },
      ...agentless('vnc', texts.readyLandmarkHelp),
    ],
  },
  rdp: {
    label: texts.rdpHosts,
    help: texts.singleDesktopsOrRdshServers,
    fields: [
      hosts('rdp', 3389),
      perHost('rdp'),
      accounts('rdp', SET),
      keyboard('rdp', texts.unknown, texts.requiredIfAnythingIsTyped),
      proof('rdp'),
      desktop('rdp'),
      text('target.rdp.application', texts.publishedApplication, texts.fullDesktop, texts.publishedApplicationHelp),
      text('target.rdp.certificate', texts.certificate, undefined, texts.anySystemOrSha256Followed),
      ...agentless('rdp', texts.readyLandmarkProof),
    ],
  },
  viewer: {
    label: texts.customViewer,
    help: texts.hostsDisplayedByAClient,
    fields: [
      of('lines', text('target.viewer.command', texts.command, undefined, texts.oneArgumentPerLineVariables)),
      hosts('viewer', 3389),
      perHost('viewer'),
      accounts('viewer', SET),
      keyboard('viewer', texts.unknown, texts.requiredIfAnythingIsTyped),
      proof('viewer'),
      desktop('viewer'),
      ...agentless('viewer', texts.readyLandmarkProof),
    ],
  },
};

/** Beside any kind of target. */
export const OF_ANY_TARGET: FieldSpec[] = [
  text('target.calibration', texts.calibration, texts.noCalibration, texts.calibrationHelp),
  of('yaml', text('target.handlers', texts.handlers, HANDLERS, texts.handlersHelp)),
];

export const AGENTS: FieldSpec = of('words', text('agents', texts.agentLabels, texts.anyAgent, texts.agentLabelsHelp));

const between = choice('load.sessions', texts.betweenLoadPoints, {
  incremental: texts.incrementalSessionsKeepRunning,
  fresh: texts.freshAllSessionsLogOff,
});

export const LOADS: Record<string, { label: string; help: string; fields: FieldSpec[]; start: Plain }> = {
  'find-max': {
    label: texts.findMaximum,
    help: texts.searchesForTheLargestNumber,
    start: { max: 20 },
    fields: [
      whole('load.find-max.max', texts.maximumSessions),
      whole('load.find-max.hint', texts.expectedCapacity, undefined, texts.loadHintHelp),
      whole('load.find-max.from', texts.minimumSessions),
      text('load.find-max.precision', texts.precision, undefined, texts.maximumErrorOfTheCapacity),
      text('load.find-max.budget', texts.timeBudget, undefined, texts.maximumDurationOfTheSearch),
      between,
    ],
  },
  fixed: {
    label: texts.fixed,
    help: texts.oneLoadPointEachSession,
    start: { sessions: 1 },
    fields: [whole('load.fixed.sessions', texts.sessions)],
  },
  steps: {
    label: texts.steps,
    help: texts.loadPointsWithIncreasingNumbers,
    start: { sessions: [1, 2, 4] },
    fields: [
      of('numbers', text('load.steps.sessions', texts.sessionsPerLoadPoint, undefined, texts.increasingNumbers)),
      between,
    ],
  },
  ramp: {
    label: texts.ramp,
    help: texts.addsSessionsUntilAThreshold,
    start: { from: 1, add: 1, max: 20 },
    fields: [
      whole('load.ramp.from', texts.firstLoadPoint),
      whole('load.ramp.add', texts.sessionsPerStep),
      whole('load.ramp.max', texts.maximumSessions),
      between,
    ],
  },
};

export const PASSES: FieldSpec[] = [
  text('thresholds.A', texts.thresholdGroupA, undefined, texts.thresholdHelp),
  text('thresholds.B', texts.thresholdGroupB, undefined, texts.limitOfTheP95),
  text('thresholds.logon', texts.thresholdLogon, texts.logonsAreNotJudged, texts.limitOfTheP95OfLogons),
  of('yaml', text('limits', texts.limits, 'frame-gap: 2s', texts.limitsHelp)),
  text('logonInterval', texts.logonInterval, undefined, texts.timeBetweenTwoLogons),
  choice('evidence', texts.evidence, {
    failed: texts.evidenceFailed,
    slow: texts.evidenceSlow,
    all: texts.allOperations,
  }),
];

const expected = (metric: string, label: string, example: string): FieldSpec => ({
  path: ['expect', metric],
  label,
  kind: 'text',
  help: texts.forExample(example),
});

/** Metrics have dots in their names. */
export const EXPECTED: FieldSpec[] = [
  expected('capacity', texts.capacity, '>= 8'),
  expected('groupA.p50', texts.medianGroupA, '< 400ms'),
  expected('groupA.p95', texts.p95GroupA, '< 900ms'),
  expected('groupA.failed', texts.failedGroupA, '<= 1%'),
  expected('groupB.p50', texts.medianGroupB, '< 2s'),
  expected('groupB.p95', texts.p95GroupB, '<= 5s'),
  expected('groupB.failed', texts.failedGroupB, '<= 1%'),
  expected('desktops.within', texts.desktopsWithinTheThresholds, '>= 95%'),
  expected('logon.p95', texts.p95OfLogons, '<= 20s'),
  expected('sessions.lost', texts.sessionsLost, '<= 0%'),
  expected('host.cpu', texts.hostCpu, '<= 85%'),
  expected('harness.cpu', texts.deskmeterCpu, '<= 10%'),
  of('others', text('expect', texts.expectedMetrics, 'frame-gap: "<= 1s"', texts.expectedMetricsHelp)),
];

export const VALID: FieldSpec[] = [
  text('validity.logons', texts.loggedOnSessions, undefined, texts.minimum),
  text('validity.lost', texts.lostSessions, undefined, texts.maximum),
  text('validity.pacing', texts.thinkTimeDeviation, undefined, texts.maximum),
  text('validity.mix', texts.missingTimingsPerOperation, undefined, texts.maximum),
  text('validity.lag', texts.scheduleLag, undefined, texts.maximumP95),
  text('validity.harnessCpu', texts.deskmeterCpu, undefined, texts.maximumShareOfAllCores),
];

/** Fields that choose what other fields there are. */
export const SWITCHES: Path[] = [['workloads'], ['target'], ['load']];

const LISTED: FieldSpec[] = [
  ...GENERAL,
  ...WORK,
  MODE,
  ...Object.values(TARGETS).flatMap(t => t.fields),
  ...OF_ANY_TARGET,
  AGENTS,
  ...Object.values(LOADS).flatMap(l => l.fields),
  ...PASSES,
  ...EXPECTED,
  ...VALID,
];

/** A field for each key of the grammar that none is listed for, under the name of the key and with what the reference says of it. */
const UNLISTED: FieldSpec[] = unlisted();

function unlisted(): FieldSpec[] {
  const listed = [...LISTED.filter(({ kind }) => kind !== 'others').map(({ path }) => path), ...SWITCHES];
  // What a listed field edits as a whole has no fields of its own, and what holds listed fields is none.
  const within = (inner: Path, outer: Path) => outer.every((key, at) => inner[at] === key);
  const whole = listed.filter(path => !SWITCHES.includes(path));
  const bare = KEYS.filter(
    ({ path }) => !listed.some(one => within(one, path)) && !whole.some(one => within(path, one)),
  );
  return bare
    .filter(({ path }) => !bare.some(key => key.path.length > path.length && within(key.path, path)))
    .map(generic);
}

function generic({ path, schema }: Key): FieldSpec {
  const name = nameOf(path);
  const label = path.at(-1) ?? '';
  const spec = text(name, label, undefined, schema.description);
  if (schema.enum !== undefined) return { ...spec, kind: 'choice', choices: choices(schema.enum) };
  if (schema.type === 'integer') return { ...spec, kind: 'whole' };
  return schema.type === 'array' || schema.type === 'object' ? { ...spec, kind: 'yaml' } : spec;
}

/** Those at these places, and not within a kind of target or load that has a section of its own. */
export function unlistedIn(...places: string[]): FieldSpec[] {
  const kinds = [
    ...Object.keys(TARGETS).map(kind => `target.${kind}`),
    ...Object.keys(LOADS).map(kind => `load.${kind}`),
  ].filter(kind => !places.includes(kind));
  const within = (name: string, place: string) => name === place || name.startsWith(`${place}.`);
  return UNLISTED.map(spec => ({ spec, name: nameOf(spec.path) }))
    .filter(({ name }) => places.some(place => within(name, place)) && !kinds.some(kind => within(name, kind)))
    .map(({ spec }) => spec);
}

export const SPECS: FieldSpec[] = [...LISTED, ...UNLISTED];

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
  // A document without keys has nothing that could have a field; that it needs keys is a finding of its own.
  if (path.length === 0) return [];
  const empty = values === null || typeof values === 'object' || nameOf(path) === 'workloads';
  return empty && FIELDS.has(path[0] ?? '') && path.length <= 2 ? [] : [nameOf(path)];
}

// ---------------------------------------------------------------- between values and what stands in a field

/** The keys of a map that have no field of their own. */
export function othersOf(spec: FieldSpec, value: Plain | undefined): { [key: string]: Plain } | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const others = Object.entries(value).filter(([key]) => !FIELDS.has(nameOf([...spec.path, key])));
  return others.length === 0 ? undefined : Object.fromEntries(others);
}

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
