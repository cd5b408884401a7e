package io.deskmeter.bench.chaos;

import io.deskmeter.bench.controller.ControllerApi;
import io.deskmeter.bench.controller.TimingKeys;
import io.deskmeter.bench.sim.agent.TimingLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * Runs episodes on one fleet: a run, its disturbance, and a comparison of all that was measured with all that is
 * stored.
 */
final class EpisodeTrial implements EpisodeWorkers.Fleet {
    private static final Duration END = Duration.ofMinutes(4);
    private static final Duration TIDY = Duration.ofSeconds(90);
    /** Without a new one for so long there will be none: agents try again sooner. */
    private static final Duration NOTHING_NEW = Duration.ofSeconds(60);

    private static final Duration DELIVERED = Duration.ofMinutes(5);
    private static final long LOOK_MILLIS = 100;
    private static final Duration LAST_SECONDS = Duration.ofSeconds(2);

    /**
     * What an agent has measured within this time before kill -9 may be in its memory only: it writes a few times a
     * second.
     */
    private static final long UNWRITTEN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ChaosFleet fleet;
    private final ChaosLoad load;
    private boolean asPromised = true;

    EpisodeTrial(ChaosFleet fleet, ChaosLoad load) {
        this.fleet = fleet;
        this.load = load;
    }

    /** One whose end cannot be told counts as not as promised. */
    @Override
    public EpisodeRow of(Episode episode) throws InterruptedException {
        long start = System.nanoTime();
        String run = "";
        EpisodeRow row;
        try {
            fleet.awaitAtEase();
            fleet.newTallies(episode.number());
            run = fleet.api().run(load.profile());
            row = disturbed(episode, run, start);
        } catch (IOException | UncheckedIOException e) {
            row = EpisodeRow.unknown(episode, run, String.valueOf(e.getMessage()), seconds(start));
        }
        if (!row.asPromised()) {
            asPromised = false;
            fleet.keep(episode, run);
        }
        return row;
    }

    @Override
    public boolean hasRoom() {
        return fleet.hasRoom();
    }

    /** The folder of a fleet that did all as promised is removed. */
    @Override
    public void close() throws IOException {
        fleet.close();
        if (asPromised) {
            fleet.forget();
        }
    }

    private static double seconds(long start) {
        return Math.round((System.nanoTime() - start) / 1e8) / 10.0;
    }

    private EpisodeRow disturbed(Episode episode, String run, long start) throws IOException, InterruptedException {
        Pause.of(episode.after()).await();
        boolean ended = ended(run);
        long at = System.nanoTime();
        Instant wall = Instant.now();
        fleet.disturb(episode);
        List<String> endedThemselves = new ArrayList<>(fleet.restartEnded());
        JsonNode last = awaitEnd(run);
        int left = awaitNothingLeft();
        endedThemselves.addAll(fleet.restartEnded());
        fleet.awaitAtEase();
        awaitDelivered(run, episode, at);
        ControllerApi.Stored timings = fleet.api().timings(run);
        ControllerApi.Stored samples = fleet.api().samples(run);
        TimingKeys made = made(episode, at, false);
        TimingKeys madeSamples = made(episode, at, true);
        List<String> reasons = texts(last.at("/reasons"));
        String state = last.at("/state").asString();
        Duration stoodStill = stoodStill();
        List<String> untrue = Truth.untrue(
                episode,
                new Truth.Outcome(
                        state,
                        reasons,
                        endedThemselves,
                        ended || wasOver(last, fleet.api().get("/runs/" + run + "/stages"), wall),
                        timings.keys().size(),
                        load.planned(),
                        stoodStill));
        return new EpisodeRow(
                episode,
                run,
                state,
                reasons,
                made.size() + madeSamples.size(),
                timings.keys().size() + samples.keys().size(),
                made.missingFrom(timings.keys()) + madeSamples.missingFrom(samples.keys()),
                timings.twice() + samples.twice(),
                timings.keys().missingFrom(all(false)) + samples.keys().missingFrom(all(true)),
                left,
                untrue,
                stoodStill.toMillis() / 1e3,
                seconds(start));
    }

    private boolean ended(String run) throws IOException, InterruptedException {
        return fleet.api().get("/runs/" + run).at("/ended").asBoolean();
    }

    /**
     * Whether its sessions had been stopped, or were within the next second: what happens then changes nothing of it.
     * On a machine that others use too, that stage and the begin of a disturbance may take seconds.
     *
     * @param run that has ended
     * @param stages of it
     */
    static boolean wasOver(JsonNode run, JsonNode stages, Instant disturbed) {
        if (!run.at("/state").asString().equals("finished")) {
            return false;
        }
        String over = run.at("/endedAt").asString();
        for (JsonNode stage : stages) {
            if (stage.at("/state").asString().equals("ramping-down")) {
                over = stage.at("/startedAt").asString();
            }
        }
        return Instant.parse(over).isBefore(disturbed.plus(LAST_SECONDS));
    }

    private JsonNode awaitEnd(String run) throws IOException, InterruptedException {
        Pause limit = Pause.of(END);
        String last = "";
        while (!limit.isOver()) {
            try {
                JsonNode now = fleet.api().get("/runs/" + run);
                if (now.at("/ended").asBoolean()) {
                    return now;
                }
                last = "still " + now.at("/state").asString();
            } catch (IOException e) {
                // A store without room, and a controller that comes back, need a moment.
                last = String.valueOf(e.getMessage());
                List<String> unused = fleet.restartEnded();
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        throw new IOException("run " + run + ": " + last + " after " + END.toSeconds()
                + " s (expected: ended; hint: the logs in " + fleet.folder() + ")");
    }

    private int awaitNothingLeft() throws IOException, InterruptedException {
        Pause limit = Pause.of(TIDY);
        int left = fleet.left();
        while (left > 0 && !limit.isOver()) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            left = fleet.left();
        }
        return left;
    }

    /** Agents deliver what they kept while they could not reach the controller. */
    private void awaitDelivered(String run, Episode episode, long at) throws IOException, InterruptedException {
        Pause limit = Pause.of(DELIVERED);
        Pause nothingNew = Pause.of(NOTHING_NEW);
        int timings = made(episode, at, false).size();
        int samples = made(episode, at, true).size();
        long storedBefore = -1;
        while (!limit.isOver() && !nothingNew.isOver()) {
            long stored = fleet.api().stored(run);
            long storedSamples = fleet.api().storedSamples(run);
            if (stored >= timings && storedSamples >= samples) {
                return;
            }
            if (stored + storedSamples > storedBefore) {
                storedBefore = stored + storedSamples;
                nothingNew = Pause.of(NOTHING_NEW);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** What must be stored. */
    private TimingKeys made(Episode episode, long at, boolean samples) throws IOException {
        TimingKeys made = new TimingKeys();
        for (int i = 0; i < fleet.agents(); i++) {
            boolean killed = episode.disturbance() == Disturbance.AGENT_KILLED && i == episode.agent();
            made.addAll(read(fleet.tallies(i), killed ? at - UNWRITTEN_NANOS : Long.MAX_VALUE, samples));
        }
        return made;
    }

    /** What may be stored. */
    private TimingKeys all(boolean samples) throws IOException {
        TimingKeys all = new TimingKeys();
        for (int i = 0; i < fleet.agents(); i++) {
            all.addAll(read(fleet.tallies(i), Long.MAX_VALUE, samples));
        }
        return all;
    }

    private Duration stoodStill() throws IOException {
        List<Path> all = new ArrayList<>();
        for (int i = 0; i < fleet.agents(); i++) {
            all.addAll(fleet.tallies(i));
        }
        return TimingLog.longestStandstill(all);
    }

    private static TimingKeys read(List<Path> tallies, long before, boolean samples) throws IOException {
        return samples ? TimingLog.readSamples(tallies, before) : TimingLog.read(tallies, before);
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asString()));
        return texts;
    }
}
