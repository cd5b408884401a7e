// Put into every page before its own scripts: notes when something was changed or drawn, and when frames came.
(() => {
  if (window.deskmeterProbe) return;
  const now = () => performance.now();
  const probe = {
    changed: 0,
    drawn: 0,
    presented: 0,
    contentfulPaint: 0,
    largestPaint: 0,
    readyAt: null,
    ready: () => false,
    longTasks: [],
    frames: null,
  };
  window.deskmeterProbe = probe;

  const observe = (type, take) => new PerformanceObserver(list => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('paint', entry => {
    if (entry.name === 'first-contentful-paint') probe.contentfulPaint = entry.startTime;
  });
  observe('largest-contentful-paint', entry => (probe.largestPaint = entry.startTime));
  observe('longtask', entry => probe.longTasks.push([entry.startTime, entry.duration]));

  // What is drawn or changed now is on the screen with the frame after the next animation callback.
  let awaited = false;
  const present = () => {
    if (awaited) return;
    awaited = true;
    requestAnimationFrame(() => {
      awaited = false;
      probe.presented = now();
      if (probe.readyAt === null && probe.ready()) probe.readyAt = probe.presented;
    });
  };
  let mark = null;
  new MutationObserver(records => {
    if (records.every(record => record.target === mark)) return;
    probe.changed = now();
    present();
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (const name of ['fill', 'stroke', 'fillRect', 'putImageData', 'drawImage', 'fillText']) {
    const own = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...given) {
      probe.drawn = now();
      present();
      return own.apply(this, given);
    };
  }

  const lastAnswer = () => performance.getEntriesByType('resource').reduce((last, entry) => Math.max(last, entry.responseEnd), 0);

  /** When the last thing was drawn or changed, once that is `quiet` ms ago and `ready` holds; null where it does not come in time. */
  probe.settled = (ready, quiet, most) =>
    new Promise(done => {
      const began = now();
      const look = () => {
        // Not from before: what is asked for may begin a moment later.
        const last = Math.max(began, probe.presented, probe.changed, probe.drawn, lastAnswer());
        if (now() - last >= quiet && ready()) return done(Math.max(probe.presented, probe.drawn));
        if (now() - began > most) return done(null);
        setTimeout(look, 20);
      };
      look();
    });

  /** Does something and says how long it took until the page was still again. */
  probe.act = async (what, ready, quiet, most) => {
    const began = now();
    probe.longTasks.length = 0;
    what();
    // Even what changes nothing takes a frame.
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const settled = await probe.settled(ready, quiet, most);
    return settled === null ? null : Math.max(0, settled - began);
  };

  /** Counts frames from now on, in windows of a second: how many, and the longest gap. With a mark that moves, so that each frame is really painted. */
  probe.watch = () => {
    mark = document.createElement('div');
    Object.assign(mark.style, { position: 'fixed', right: '4px', bottom: '4px', width: '12px', height: '12px', background: '#888', zIndex: '9999' });
    mark.setAttribute('aria-hidden', 'true');
    document.body.append(mark);
    probe.frames = { windows: [], count: 0, longest: 0, from: now(), last: now() };
    const frame = at => {
      const f = probe.frames;
      mark.style.transform = `translateX(${-Math.round((at / 10) % 60)}px)`;
      f.longest = Math.max(f.longest, at - f.last);
      f.last = at;
      if (at - f.from >= 1000) {
        f.windows.push([f.count / ((at - f.from) / 1000), f.longest]);
        f.count = 0;
        f.longest = 0;
        f.from = at;
      }
      f.count++;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  };

  /** The windows since the last time it was asked. */
  probe.windows = () => probe.frames.windows.splice(0);

  /** Begins anew: what happened until now is not counted. */
  probe.forget = () => {
    Object.assign(probe.frames, { count: 0, longest: 0, from: now(), last: now() });
    probe.frames.windows.length = 0;
    probe.longTasks.length = 0;
  };

  /** Since the last time: the longest gap between two frames, the longest task. */
  probe.worst = () => {
    const tasks = probe.longTasks.splice(0).map(task => task[1]);
    const gap = Math.max(probe.frames.longest, ...probe.windows().map(window => window[1]));
    probe.frames.longest = 0;
    return [gap, Math.max(0, ...tasks)];
  };
})();
