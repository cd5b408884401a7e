import type { ReportPoint, RunSnapshot, StageDetail } from '../../api/types';
import { verdictWords } from '../../format/verdict';
import { runState } from '../../format/states';

export type StageTime = 'passed' | 'present' | 'to-come';

/** One coloured box. */
export interface StageBox {
  key: string;
  state: string;
  title: string;
  when: StageTime;
  /** What opens it: the stage's number; null for one that has not begun. */
  number: number | null;
  startedAt: string | null;
  endedAt: string | null;
  done: number;
  of: number;
  what: string;
  findings: number;
}

/** Boxes that belong together: those of one load point, or what comes before and after all of them. */
export interface StageGroup {
  key: string;
  /** The load point's number from 1; null for what belongs to none. */
  point: number | null;
  /** Sessions of the load point; 0 where it is not known yet. */
  sessions: number;
  verdict: string | null;
  boxes: StageBox[];
}

const OF_POINT = ['ramping-up', 'steady', 'judging'];
const AFTER = ['ramping-down', 'ending', 'reporting'];

/**
 * All stages of a run in order, grouped by load point: a ramp-up begins a load point; one that is measured longer goes through steady and judging
 * again and stays the same load point. What is to come follows the usual way; load points that a search may still ask for are nobody's to know.
 */
export function arrange(stages: readonly StageDetail[], run: RunSnapshot): StageGroup[] {
  const groups: StageGroup[] = [];
  let points = 0;
  for (const stage of withPresent(stages, run)) {
    const ofPoint = OF_POINT.includes(stage.state);
    const last = groups.at(-1);
    if (stage.state === 'ramping-up') groups.push(pointGroup(++points, run));
    else if (!last || (last.point === null) === ofPoint) {
      groups.push(ofPoint ? pointGroup(++points, run) : besideGroup(groups.length));
    }
    groups.at(-1)?.boxes.push(box(stage, run));
  }
  return run.ended ? groups : withFuture(groups, run, points);
}

/** The list of stages is asked for, the snapshot is told: where the list is behind, the present stage is added. */
function withPresent(stages: readonly StageDetail[], run: RunSnapshot): StageDetail[] {
  const known = stages.filter(stage => stage.state !== 'created' || stages.length === 1);
  const last = known.at(-1);
  if (run.ended || run.state === 'created' || (last && last.state === run.state && last.endedAt === null)) return known;
  const ended = last && last.endedAt === null ? [...known.slice(0, -1), { ...last, endedAt: run.stage.since }] : known;
  const { since, done, of, what } = run.stage;
  const present = { state: run.state, title: run.stateTitle, startedAt: since, endedAt: null, done, of, what };
  return [...ended, { ...present, number: (last?.number ?? 0) + 1, messages: [], findings: [] }];
}

function box(stage: StageDetail, run: RunSnapshot): StageBox {
  const present = stage.endedAt === null && !run.ended && stage.state === run.state;
  const figures = present ? run.stage : stage;
  return {
    key: String(stage.number),
    state: stage.state,
    title: stage.title,
    when: present ? 'present' : 'passed',
    number: stage.number,
    startedAt: stage.startedAt,
    endedAt: stage.endedAt ?? (present ? null : run.endedAt),
    done: figures.done,
    of: figures.of,
    what: figures.what,
    findings: stage.findings.length,
  };
}

function pointGroup(number: number, run: RunSnapshot): StageGroup {
  const judged: ReportPoint | undefined = run.loadPoints[number - 1];
  return {
    key: `point-${number}`,
    point: number,
    sessions: judged?.sessions ?? (number === run.loadPoints.length + 1 ? run.stage.sessions : 0),
    verdict: judged ? verdictWords(judged) : null,
    boxes: [],
  };
}

const besideGroup = (place: number): StageGroup => ({
  key: `beside-${place}`,
  point: null,
  sessions: 0,
  verdict: null,
  boxes: [],
});

function future(state: string): StageBox {
  const none = { number: null, startedAt: null, endedAt: null, done: 0, of: 0, what: '', findings: 0 };
  return { key: `to-come-${state}`, state, title: runState(state).title, when: 'to-come', ...none };
}

function withFuture(groups: StageGroup[], run: RunSnapshot, points: number): StageGroup[] {
  const inPoint = OF_POINT.indexOf(run.state);
  const after = AFTER.indexOf(run.state);
  if (inPoint >= 0) groups.at(-1)?.boxes.push(...OF_POINT.slice(inPoint + 1).map(future));
  else if (after < 0) {
    if (run.state === 'created') groups.push({ ...besideGroup(groups.length), boxes: [future('preparing')] });
    groups.push({ ...pointGroup(points + 1, run), boxes: OF_POINT.map(future) });
  }
  const rest = AFTER.slice(after + 1).map(future);
  if (rest.length === 0) return groups;
  if (after >= 0) groups.at(-1)?.boxes.push(...rest);
  else groups.push({ ...besideGroup(groups.length), boxes: rest });
  return groups;
}

/** The instants at which load points were judged and began, for marks on charts: from each ramp-up to the end of its last judging. */
export function pointSpans(
  groups: readonly StageGroup[],
): { point: number; sessions: number; from: string; to: string | null }[] {
  return groups.flatMap(group => {
    const begun = group.boxes.filter(one => one.startedAt !== null);
    const from = begun[0]?.startedAt;
    if (group.point === null || !from) return [];
    return [{ point: group.point, sessions: group.sessions, from, to: begun.at(-1)?.endedAt ?? null }];
  });
}
