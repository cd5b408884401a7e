import { answer, byId, count, dateTime, element, percent, seconds, time } from './text.js';

const id = decodeURIComponent(location.pathname.split('/').pop());
const api = '/api/v1/runs/' + encodeURIComponent(id);
const svg = 'http://www.w3.org/2000/svg';

const tone = { finished: 'good', invalid: 'bad', failed: 'bad', interrupted: 'bad', stopped: 'warn' };

function stage(run) {
  const at = run.stage;
  const parts = [];
  if (at.sessions > 0 && !run.ended) parts.push('load point of ' + count(at.sessions, 'session', 'sessions'));
  if (at.of > 0) parts.push(`${at.done} of ${at.of} ${at.what}`);
  if (at.remainingSeconds !== null) {
    parts.push(`about ${Math.floor(at.remainingSeconds / 60)}:${String(at.remainingSeconds % 60).padStart(2, '0')} left here`);
  }
  parts.push((run.ended ? 'at ' : 'since ') + time(run.endedAt ?? at.since));
  const box = byId('stage');
  box.className = 'stage ' + (tone[run.state] ?? '');
  box.querySelector('strong').textContent = run.stateTitle;
  box.querySelector('span').textContent = parts.join(' · ');
}

function shape(name, attributes) {
  const made = document.createElementNS(svg, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

// The bar ends at twice the threshold: the threshold stands in the middle, wherever it is.
function gauge(group) {
  const line = element('div', undefined, 'gauge');
  const none = group.count === 0;
  const share = none ? 0 : group.p95Ms === null ? 1 : Math.min(1, group.p95Ms / (2 * group.thresholdMs));
  const over = !none && (group.p95Ms === null || group.p95Ms > group.thresholdMs);
  const bar = shape('svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', role: 'img', 'aria-label': `group ${group.group}` });
  bar.append(shape('rect', { class: 'track', width: 100, height: 10 }),
    shape('rect', { class: over ? 'fill over' : 'fill', width: share * 100, height: 10 }),
    shape('line', { class: 'limit', x1: 50, x2: 50, y1: 0, y2: 10, 'vector-effect': 'non-scaling-stroke' }));
  const value = none ? '–' : group.p95Ms === null ? 'over 5 % failed' : seconds(group.p95Ms);
  line.append(element('strong', group.group), bar, element('span', `${value} of ${seconds(group.thresholdMs)}`, 'figure'));
  return line;
}

function session(one) {
  const box = element('span', one.state === 'working' ? `${one.session}·${one.iteration}` : String(one.session), 'session ' + one.state);
  box.title = `session ${one.session}: ${one.state}, iteration ${one.iteration}${one.detail ? ', ' + one.detail : ''}`;
  return box;
}

function percentile(group) {
  const cell = element('td', group.p95Ms === null && group.count > 0 ? 'over 5 % failed' : seconds(group.p95Ms), 'figure');
  if (group.p95Low !== null) cell.append(element('small', `${seconds(group.p95Low)} – ${group.p95High === null ? '∞' : seconds(group.p95High)}`));
  return cell;
}

function point(one) {
  const line = element('tr');
  const sampled = one.resources.samples > 0;
  const verdict = element('td', one.verdict, one.pass ? 'pass' : 'fail');
  if (one.limitedBy) verdict.append(element('small', one.limitedBy));
  line.append(element('td', one.sessions, 'figure'),
    element('td', seconds(one.a.p50Ms), 'figure'), percentile(one.a),
    element('td', seconds(one.b.p50Ms), 'figure'), percentile(one.b),
    element('td', one.failed, 'figure'), element('td', one.discarded, 'figure'),
    element('td', sampled ? percent(one.resources.cpuPercent) : '–', 'figure'),
    element('td', sampled ? percent(one.resources.harnessCpuPercent) : '–', 'figure'), verdict);
  return line;
}

function note(line) {
  const item = element('li');
  item.append(element('span', time(line.at)), element('span', line.state), element('span', line.message));
  return item;
}

function counts(all) {
  const parts = [count(all.timings, 'timing', 'timings')];
  [['failed', 'failed'], ['skipped', 'skipped'], ['harnessErrors', 'harness errors'], ['discarded', 'sessions discarded'],
    ['duplicates', 'duplicates'], ['late', 'late'], ['unknownEvents', 'unknown events']]
    .forEach(([key, words]) => { if (all[key] > 0) parts.push(`${all[key]} ${words}`); });
  return parts.join(' · ');
}

function show(run) {
  document.title = `${run.stateTitle} · ${run.title} · Deskmeter`;
  byId('title').textContent = run.title;
  byId('about').textContent = `${run.id} · profile ${run.profile} · ${run.load} · seed ${run.seed} · started ${dateTime(run.createdAt)}`;
  stage(run);
  byId('reasons').hidden = run.reasons.length === 0;
  byId('reasons').className = run.state === 'finished' ? 'reasons notes' : 'reasons';
  byId('reasons').replaceChildren(...run.reasons.map((reason) => element('li', reason)));
  byId('answer').hidden = run.capacity === null;
  byId('answer').textContent = run.capacity === null ? '' : answer(run.capacity);
  byId('groups').replaceChildren(...(run.groups.length > 0 ? run.groups.map(gauge) : [element('p', 'See the load points below.', 'quiet')]));
  byId('resources').textContent = run.resources === null || run.ended ? ''
    : `host CPU ${percent(run.resources.hostCpuPercent)} · harness CPU ${percent(run.resources.harnessCpuPercent)}`;
  byId('sessions').replaceChildren(...run.sessions.map(session));
  byId('counts').textContent = counts(run.counts);
  byId('points').tBodies[0].replaceChildren(...run.loadPoints.map(point));
  byId('log').replaceChildren(...run.log.map(note));
  byId('links').hidden = !run.ended;
}

byId('report').href = api + '/report';
byId('json').href = api + '/report?format=json';
byId('csv').href = api + '/timings?format=csv';

async function follow() {
  const first = await fetch(api, { headers: { Accept: 'application/json' } });
  if (!first.ok) {
    const problem = await first.json();
    byId('title').textContent = 'No such run';
    byId('about').textContent = problem.detail;
    byId('stage').hidden = true;
    return;
  }
  show(await first.json());
  const events = new EventSource(api + '/events');
  events.addEventListener('snapshot', (event) => {
    const run = JSON.parse(event.data);
    byId('connection').textContent = '';
    show(run);
    if (run.ended) events.close();
  });
  events.onerror = () => { byId('connection').textContent = 'The controller does not answer; trying again.'; };
}

follow();
